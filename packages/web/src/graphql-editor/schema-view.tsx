import {
  type GraphQLArgument,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  isEnumType,
  isInterfaceType,
  isObjectType,
} from "graphql";
import { type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useEditorMessages } from "../messages/graphql-editor/use-editor-messages.ts";
import { fieldsOf, findPlaces, listTypes, type Place, possibleTypes } from "./schema-names.ts";

const mostFound = 60;

type Go = (place: Place) => void;

/**
 * The schema: its root types, then a type or a field with everything that it leads to, and a search.
 *
 * @param props.path the places that lead to the one that is shown; empty for the start
 */
export function SchemaView({
  schema,
  path,
  onPath,
}: {
  schema: GraphQLSchema;
  path: readonly Place[];
  onPath: (path: readonly Place[]) => void;
}): ReactElement {
  const texts = useEditorMessages();
  const [sought, setSought] = useState("");
  const id = useId();
  const place = path.at(-1);
  const go = (next: Place) => {
    setSought("");
    onPath([...path, next]);
  };
  return (
    <>
      <label htmlFor={id} className="unseen">
        {texts.search}
      </label>
      <input
        id={id}
        type="search"
        placeholder={texts.search}
        value={sought}
        onChange={({ target }) => setSought(target.value)}
      />
      {sought.trim() === "" && place && (
        <p>
          <button type="button" className="quiet small" onClick={() => onPath(path.slice(0, -1))}>
            ← {nameOf(path.at(-2)) ?? texts.start}
          </button>
        </p>
      )}
      {sought.trim() !== "" ? (
        <Found schema={schema} text={sought} onGo={go} />
      ) : place ? (
        <PlaceView key={nameOf(place)} schema={schema} place={place} onGo={go} />
      ) : (
        <Start schema={schema} onGo={go} />
      )}
    </>
  );
}

const nameOf = (place: Place | undefined): string | undefined =>
  place && (place.field === undefined ? place.type : `${place.type}.${place.field}`);

function Start({ schema, onGo }: { schema: GraphQLSchema; onGo: Go }): ReactNode {
  const { types } = useEditorMessages();
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].filter(
    (type) => !!type,
  );
  const others = listTypes(schema).filter((type) => !roots.some((root) => root === type));
  return (
    <>
      <TypeList title={null} types={roots} onGo={onGo} />
      <TypeList title={types} types={others} onGo={onGo} />
    </>
  );
}

function Found({ schema, text, onGo }: { schema: GraphQLSchema; text: string; onGo: Go }): ReactNode {
  const texts = useEditorMessages();
  const found = findPlaces(schema, text);
  return (
    <>
      <ul className="schema-list">
        {found.slice(0, mostFound).map((place) => (
          <li key={nameOf(place)}>
            <PlaceButton onClick={() => onGo(place)}>{nameOf(place)}</PlaceButton>
          </li>
        ))}
      </ul>
      <p className="hint" role="status">
        {found.length === 0
          ? texts.nothingFound
          : found.length > mostFound && texts.moreFound(found.length - mostFound)}
      </p>
    </>
  );
}

function PlaceView({ schema, place, onGo }: { schema: GraphQLSchema; place: Place; onGo: Go }): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const type = schema.getType(place.type);
  if (!type) return null;
  return (
    <>
      <h3 ref={heading} className="place-name" tabIndex={-1}>
        {nameOf(place)}
      </h3>
      {place.field === undefined ? (
        <TypeView schema={schema} type={type} onGo={onGo} />
      ) : (
        <FieldView type={type} name={place.field} onGo={onGo} />
      )}
    </>
  );
}

function TypeView({
  schema,
  type,
  onGo,
}: {
  schema: GraphQLSchema;
  type: GraphQLNamedType;
  onGo: Go;
}): ReactNode {
  const texts = useEditorMessages();
  const fields = fieldsOf(type);
  const values = isEnumType(type) ? type.getValues() : [];
  const interfaces = isObjectType(type) || isInterfaceType(type) ? type.getInterfaces() : [];
  return (
    <>
      <Description text={type.description} />
      <TypeList title={texts.implements} types={interfaces} onGo={onGo} />
      <TypeList title={texts.possibleTypes} types={possibleTypes(schema, type)} onGo={onGo} />
      {fields.length > 0 && <h3>{texts.fields}</h3>}
      <ul className="schema-list">
        {fields.map((field) => (
          <li key={field.name}>
            <PlaceButton onClick={() => onGo({ type: type.name, field: field.name })}>
              {field.name}
            </PlaceButton>
            : <TypeLink type={field.type} onGo={onGo} />
            <Description text={field.description} deprecated={field.deprecationReason} />
          </li>
        ))}
      </ul>
      {values.length > 0 && <h3>{texts.values}</h3>}
      <ul className="schema-list">
        {values.map(({ name, description, deprecationReason }) => (
          <li key={name}>
            <code>{name}</code>
            <Description text={description} deprecated={deprecationReason} />
          </li>
        ))}
      </ul>
    </>
  );
}

function FieldView({ type, name, onGo }: { type: GraphQLNamedType; name: string; onGo: Go }): ReactNode {
  const texts = useEditorMessages();
  const members = isEnumType(type) ? type.getValues() : fieldsOf(type);
  const member = members.find((one) => one.name === name);
  if (!member) return null;
  const args = "args" in member ? (member.args ?? []) : [];
  return (
    <>
      <Description text={member.description} deprecated={member.deprecationReason} />
      {"type" in member && (
        <p>
          {texts.returns}: <TypeLink type={member.type} onGo={onGo} />
        </p>
      )}
      {args.length > 0 && <h3>{texts.arguments}</h3>}
      <ul className="schema-list">
        {args.map((argument) => (
          <ArgumentView key={argument.name} argument={argument} onGo={onGo} />
        ))}
      </ul>
    </>
  );
}

function ArgumentView({ argument, onGo }: { argument: GraphQLArgument; onGo: Go }): ReactNode {
  const { byDefault } = useEditorMessages();
  const { name, type, description, defaultValue, deprecationReason } = argument;
  return (
    <li>
      <code>{name}</code>: <TypeLink type={type} onGo={onGo} />
      {defaultValue !== undefined && <p className="hint">{byDefault(JSON.stringify(defaultValue))}</p>}
      <Description text={description} deprecated={deprecationReason} />
    </li>
  );
}

function TypeList({
  title,
  types,
  onGo,
}: {
  title: string | null;
  types: readonly GraphQLNamedType[];
  onGo: Go;
}): ReactNode {
  if (types.length === 0) return null;
  return (
    <>
      {title && <h3>{title}</h3>}
      <ul className="schema-list">
        {types.map((type) => (
          <li key={type.name}>
            <TypeLink type={type} onGo={onGo} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** A type as GraphQL writes it, with its brackets, as a button that leads to it. */
function TypeLink({ type, onGo }: { type: GraphQLType; onGo: Go }): ReactNode {
  return (
    <PlaceButton onClick={() => onGo({ type: getNamedType(type).name })} isType>
      {String(type)}
    </PlaceButton>
  );
}

function PlaceButton({
  isType = false,
  onClick,
  children,
}: {
  isType?: boolean;
  onClick: () => void;
  children: ReactNode;
}): ReactNode {
  return (
    <button type="button" className={isType ? "place of-type" : "place"} onClick={onClick}>
      {children}
    </button>
  );
}

/** A description of the schema, whose names of code are in backquotes. */
function Description({
  text,
  deprecated,
}: {
  text: string | null | undefined;
  deprecated?: string | null | undefined;
}): ReactNode {
  const texts = useEditorMessages();
  const parts = (text ?? "").split("`");
  return (
    <>
      {text && (
        <p className="description" lang="en">
          {parts.map((part, index) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their order.
            index % 2 === 1 ? <code key={index}>{part}</code> : part,
          )}
        </p>
      )}
      {deprecated && <p className="description bad">{texts.deprecated(deprecated)}</p>}
    </>
  );
}
