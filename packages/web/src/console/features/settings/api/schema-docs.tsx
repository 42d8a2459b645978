import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isObjectType,
  isScalarType,
} from "graphql";
import { type ReactElement, useId, useState } from "react";
import { useMessages } from "../../../../messages/console/use-messages.ts";
import { Button } from "../../../components/controls.tsx";

type AnyField = GraphQLField<unknown, unknown> | GraphQLInputField;

/** What the schema offers: queries and mutations, the fields of each type, and a search over all of it. */
export function SchemaDocs({
  schema,
  typeName,
  onOpen,
}: {
  schema: GraphQLSchema;
  /** The type that is shown; empty for the beginning. */
  typeName: string;
  onOpen: (typeName: string) => void;
}): ReactElement {
  const { api } = useMessages();
  const [words, setWords] = useState("");
  const searchId = useId();
  const type = schema.getType(typeName);
  const open = (name: string) => {
    setWords("");
    onOpen(name);
  };
  return (
    <section className="api-docs" aria-label={api.docs}>
      <label htmlFor={searchId}>{api.searchDocs}</label>
      <input
        id={searchId}
        type="search"
        value={words}
        autoComplete="off"
        onChange={({ target }) => setWords(target.value)}
      />
      {type && words === "" && (
        <p>
          <Button look="quiet small" onClick={() => open("")} text={api.allOperations} />
        </p>
      )}
      {words === "" && type ? (
        <TypeDocs type={type} onOpen={open} />
      ) : (
        roots(schema).map((root) => <RootDocs key={root.name} type={root} words={words} onOpen={open} />)
      )}
      {words !== "" && <FoundTypes schema={schema} words={words} onOpen={open} />}
    </section>
  );
}

function roots(schema: GraphQLSchema): GraphQLNamedType[] {
  return [schema.getQueryType(), schema.getMutationType()].filter(
    (type) => type !== null && type !== undefined,
  );
}

/** Queries or mutations whose name or description has the words. */
function RootDocs({
  type,
  words,
  onOpen,
}: {
  type: GraphQLNamedType;
  words: string;
  onOpen: (name: string) => void;
}): ReactElement | null {
  const { api } = useMessages();
  const found = fieldsOf(type).filter((field) => hasWords(field, words));
  if (found.length === 0) return null;
  return (
    <>
      <h3>{type.name === "Query" ? api.queries : api.mutations}</h3>
      <FieldList fields={found} onOpen={onOpen} />
    </>
  );
}

function FoundTypes({
  schema,
  words,
  onOpen,
}: {
  schema: GraphQLSchema;
  words: string;
  onOpen: (name: string) => void;
}): ReactElement | null {
  const { api } = useMessages();
  const found = Object.values(schema.getTypeMap()).filter(
    (type) => !type.name.startsWith("__") && !roots(schema).includes(type) && hasWords(type, words),
  );
  if (found.length === 0) return null;
  return (
    <>
      <h3>{api.types}</h3>
      <ul>
        {found.map((type) => (
          <li key={type.name}>
            <TypeLink type={type} onOpen={onOpen} />
            <Description text={type.description} />
          </li>
        ))}
      </ul>
    </>
  );
}

function TypeDocs({
  type,
  onOpen,
}: {
  type: GraphQLNamedType;
  onOpen: (name: string) => void;
}): ReactElement {
  return (
    <>
      <h3>{type.name}</h3>
      <Description text={type.description} />
      {isEnumType(type) && (
        <ul>
          {type.getValues().map(({ name, description }) => (
            <li key={name}>
              <code>{name}</code>
              <Description text={description} />
            </li>
          ))}
        </ul>
      )}
      <FieldList fields={fieldsOf(type)} onOpen={onOpen} />
    </>
  );
}

function FieldList({
  fields,
  onOpen,
}: {
  fields: readonly AnyField[];
  onOpen: (name: string) => void;
}): ReactElement {
  return (
    <ul>
      {fields.map((field) => (
        <li key={field.name}>
          <code>{field.name}</code>
          {"args" in field && field.args.length > 0 && <Arguments args={field.args} onOpen={onOpen} />}
          {": "}
          <TypeLink type={getNamedType(field.type)} text={String(field.type)} onOpen={onOpen} />
          <Description text={field.description} />
        </li>
      ))}
    </ul>
  );
}

function Arguments({
  args,
  onOpen,
}: {
  args: readonly GraphQLArgument[];
  onOpen: (name: string) => void;
}): ReactElement {
  return (
    <span className="api-arguments">
      {args.map(({ name, type }, at) => (
        <span key={name}>
          {at === 0 ? "(" : ", "}
          <code>{name}</code>
          {": "}
          <TypeLink type={getNamedType(type)} text={String(type)} onOpen={onOpen} />
        </span>
      ))}
      {")"}
    </span>
  );
}

/** A type, which opens; a scalar without a description is plain text. */
function TypeLink({
  type,
  text = type.name,
  onOpen,
}: {
  type: GraphQLNamedType;
  text?: string;
  onOpen: (name: string) => void;
}): ReactElement {
  if (isScalarType(type) && /^(Boolean|Float|ID|Int|String)$/.test(type.name)) return <code>{text}</code>;
  return <Button look="api-type" onClick={() => onOpen(type.name)} text={text} />;
}

/** A description; what it has between backticks is code. */
function Description({ text }: { text: string | null | undefined }): ReactElement | null {
  if (!text) return null;
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text stay in place.
  const parts = text.split("`").map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part));
  return <p>{parts}</p>;
}

function fieldsOf(type: GraphQLNamedType): AnyField[] {
  return isObjectType(type) || isInputObjectType(type) ? Object.values(type.getFields()) : [];
}

function hasWords(
  { name, description }: { readonly name: string; readonly description?: string | null | undefined },
  words: string,
): boolean {
  return `${name} ${description ?? ""}`.toLowerCase().includes(words.trim().toLowerCase());
}
