import { createWallet } from "./comment-fixture.ts";
import { publicationFields } from "./public-replies.ts";

type Probe = (id: string) => readonly [query: string, variables: Record<string, unknown>];

/** Each operation that takes the id of a publication, as somebody asks it who hopes for a draft. */
export const publicationProbes = probesOf({
  publication: (id) => [`query ($id: ID!) { publication(id: $id) { ${publicationFields} } }`, { id }],
  comments: (id) => ["query ($id: ID!) { comments(publicationId: $id) { nodes { id } } }", { id }],
  publicationDelivery: (id) => ["query ($id: ID!) { publicationDelivery(id: $id) { done pending } }", { id }],
  savedVersions: (id) => ["query ($id: ID!) { savedVersions(publicationId: $id) { id savedAt } }", { id }],
  savedText: (id) => ["query ($id: ID!) { savedText(id: $id) { body } }", { id }],
  publicationsToSign: (id) => [
    "query ($ids: [ID!]!) { publicationsToSign(ids: $ids) { message { typedData } } }",
    { ids: [id] },
  ],
  createComment: (id) => [
    "mutation ($input: CreateCommentInput!) { createComment(input: $input) { comment { id publication { slug } } } }",
    { input: { publicationId: id, body: "Hello", authType: "ETHEREUM", authorId: createWallet().address } },
  ],
  openComments: (id) => [
    "mutation ($input: OpenCommentsInput!) { openComments(input: $input) }",
    { input: { publicationId: id, open: false } },
  ],
  retryPublicationDelivery: (id) => [
    "mutation ($input: RetryPublicationDeliveryInput!) { retryPublicationDelivery(input: $input) }",
    { input: { id } },
  ],
  updatePublication: (id) => [
    `mutation ($input: UpdatePublicationInput!) { updatePublication(input: $input) { ${publicationFields} } }`,
    { input: { id, state: "LOCAL" } },
  ],
  removePictureMetadata: (id) => [
    `mutation ($input: RemovePictureMetadataInput!) { removePictureMetadata(input: $input) { ${publicationFields} } }`,
    { input: { id } },
  ],
  destroyPublication: (id) => [
    "mutation ($input: DestroyPublicationInput!) { destroyPublication(input: $input) { id } }",
    { input: { id } },
  ],
  saveDraft: (id) => [
    `mutation ($input: SaveDraftInput!) { saveDraft(input: $input) { ${publicationFields} } }`,
    { input: { id, body: "x", revision: 1 } },
  ],
  publishChanges: (id) => [
    `mutation ($input: PublishChangesInput!) { publishChanges(input: $input) { ${publicationFields} } }`,
    { input: { id, revision: 1 } },
  ],
  discardChanges: (id) => [
    `mutation ($input: DiscardChangesInput!) { discardChanges(input: $input) { ${publicationFields} } }`,
    { input: { id, revision: 1 } },
  ],
  presentPublication: (id) => [
    `mutation ($input: PresentPublicationInput!) { presentPublication(input: $input) { ${publicationFields} } }`,
    { input: { id, excerpt: "x" } },
  ],
  duplicatePublication: (id) => [
    `mutation ($input: DuplicatePublicationInput!) { duplicatePublication(input: $input) { ${publicationFields} } }`,
    { input: { id } },
  ],
  writeNewVersion: (id) => [
    `mutation ($input: WriteNewVersionInput!) { writeNewVersion(input: $input) { ${publicationFields} } }`,
    { input: { id } },
  ],
  schedulePublication: (id) => [
    "mutation ($input: SchedulePublicationInput!) { schedulePublication(input: $input) { id } }",
    { input: { id, at: null } },
  ],
  signPublication: (id) => [
    `mutation ($input: SignPublicationInput!) { signPublication(input: $input) { publication { ${publicationFields} } } }`,
    { input: { id, message: { typedData: {}, signature: "0x00" } } },
  ],
  signPublications: (id) => [
    `mutation ($input: SignPublicationsInput!) { signPublications(input: $input) { publication { ${publicationFields} } } }`,
    { input: { publications: [{ id, message: { typedData: {}, signature: "0x00" } }] } },
  ],
  checkReceipts: (id) => [
    "mutation ($input: CheckReceiptsInput!) { checkReceipts(input: $input) { __typename } }",
    { input: { id } },
  ],
  newsletterIssue: (id) => [
    "query ($id: ID!) { newsletterIssue(publicationId: $id) { __typename } }",
    { id },
  ],
  chooseNewsletter: (id) => [
    "mutation ($input: ChooseNewsletterInput!) { chooseNewsletter(input: $input) { __typename } }",
    { input: { publicationId: id, send: true } },
  ],
  sendNewsletterTest: (id) => [
    "mutation ($input: SendNewsletterTestInput!) { sendNewsletterTest(input: $input) }",
    { input: { publicationId: id, to: "eve@x.example" } },
  ],
  saveForLater: (id) => [
    "mutation ($input: SaveForLaterInput!) { saveForLater(input: $input) { __typename } }",
    { input: { publication: id } },
  ],
  agentDraft: (id) => ["query ($id: ID!) { agentDraft(id: $id) { body } }", { id }],
  saveAgentDraft: (id) => [
    "mutation ($input: SaveAgentDraftInput!) { saveAgentDraft(input: $input) { body } }",
    { input: { id, body: "x", revision: "1" } },
  ],
  proposeDraft: (id) => [
    "mutation ($input: ProposeDraftInput!) { proposeDraft(input: $input) { body } }",
    { input: { id, revision: "1" } },
  ],
  withdrawProposal: (id) => [
    "mutation ($input: WithdrawProposalInput!) { withdrawProposal(input: $input) { body } }",
    { input: { id } },
  ],
  declineProposal: (id) => [
    "mutation ($input: DeclineProposalInput!) { declineProposal(input: $input) { __typename } }",
    { input: { id } },
  ],
});

function probesOf<Name extends string>(probes: Record<Name, Probe>): Record<Name, Probe> {
  return probes;
}
