import type { Check } from "../check.ts";
import { contentBytes, contentConditions } from "./content-bytes.ts";
import { contentHeaders } from "./content-headers.ts";
import { contentThumbnails } from "./content-thumbnails.ts";
import { follow, followOrder } from "./follows/follow.ts";
import { followAsFollower } from "./follows/follow-as-follower.ts";
import { followIdentity, followUrls } from "./follows/follow-identity.ts";
import { referenceFollow } from "./follows/reference-follow.ts";
import { unfollow } from "./follows/unfollow.ts";
import { indexEntries, indexParameters } from "./index-entries.ts";
import { indexPages } from "./index-pages.ts";
import { profileFields } from "./profile-fields.ts";
import { proofs } from "./proofs.ts";
import { nodeUpdatedHeader, publishToNode } from "./publish-to-node.ts";
import { referenceForm } from "./reference-form.ts";
import { referenceMessages } from "./reference-messages.ts";
import { replicateToNode } from "./replicate-to-node.ts";
import { errorReplies, requests } from "./requests.ts";
import { signedTypes } from "./signed-types.ts";
import { signedValues } from "./signed-values.ts";
import { updateKnownNode } from "./update-known-node.ts";
import { updateNode } from "./update-node.ts";

/** Every check of the suite. */
export const checks: readonly Check[] = [
  ...profileFields,
  ...indexEntries,
  ...indexPages,
  ...indexParameters,
  ...contentBytes,
  ...contentHeaders,
  ...contentConditions,
  ...contentThumbnails,
  ...follow,
  ...followUrls,
  ...followIdentity,
  ...followOrder,
  ...followAsFollower,
  ...unfollow,
  ...proofs,
  ...publishToNode,
  ...nodeUpdatedHeader,
  ...updateNode,
  ...updateKnownNode,
  ...replicateToNode,
  ...referenceForm,
  ...referenceFollow,
  ...referenceMessages,
  ...signedTypes,
  ...signedValues,
  ...requests,
  ...errorReplies,
];
