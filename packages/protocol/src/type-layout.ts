import { type Field, type Fields, typeNameOf } from "./fields.ts";
import { keccak256 } from "./hashes.ts";
import { isRecord } from "./is-record.ts";
import type { TypeMember } from "./typed-data.ts";

/** An EIP-712 type as it is hashed: order and widths are those of whoever signed. */
export interface Layout {
  readonly name: string;
  readonly members: readonly LayoutMember[];
  /** The text that stands for the type and all types that it refers to. */
  readonly encodeType: string;
  /** Keccak-256 of `encodeType`. */
  readonly typeHash: Uint8Array;
}

interface LayoutMember {
  readonly name: string;
  readonly type: string;
  readonly field: Field;
  /** The layout of a struct. */
  readonly layout: Layout | null;
}

const utf8 = new TextEncoder();

/** The layout of a type as it is declared. */
export function layoutOf(name: string, fields: Fields): Layout {
  return makeLayout(
    name,
    Object.entries(fields).map(([member, field]) => ({
      name: member,
      type: typeNameOf(field),
      field,
      layout: field.shape === "struct" ? layoutOf(field.name, field.fields) : null,
    })),
  );
}

/**
 * Reads a layout from the `types` that somebody sent. They may differ from the declared one in the order of the
 * fields and in the width of unsigned integers, and in nothing else (decisions 1, rule 3).
 *
 * @returns null when they differ in more
 */
export function readLayout(declared: Layout, types: Record<string, unknown>): Layout | null {
  const sent = Object.hasOwn(types, declared.name) ? types[declared.name] : null;
  if (!Array.isArray(sent) || sent.length !== declared.members.length) return null;
  const members: LayoutMember[] = [];
  for (const entry of sent) {
    if (!isTypeMember(entry)) return null;
    const known = declared.members.find(({ name }) => name === entry.name);
    if (!known || members.some(({ name }) => name === entry.name) || !sameType(known, entry.type))
      return null;
    const layout = known.layout && readLayout(known.layout, types);
    if (known.layout && !layout) return null;
    members.push({ ...known, type: entry.type, layout });
  }
  const unchanged = declared.members.every((member, index) => {
    const other = members[index];
    return other?.name === member.name && other.type === member.type && other.layout === member.layout;
  });
  return unchanged ? declared : makeLayout(declared.name, members);
}

/** The `types` entries of a layout and of all that it refers to. */
export function typesOf(layout: Layout): Record<string, TypeMember[]> {
  const own = layout.members.map(({ name, type }) => ({ name, type }));
  return Object.assign(
    { [layout.name]: own },
    ...layout.members.map((member) => member.layout && typesOf(member.layout)),
  );
}

/** Whether this is an entry of `types`: a name, a type and nothing else. */
export function isTypeMember(entry: unknown): entry is TypeMember {
  return (
    isRecord(entry) &&
    Object.keys(entry).length === 2 &&
    Object.hasOwn(entry, "name") &&
    Object.hasOwn(entry, "type") &&
    typeof entry.name === "string" &&
    typeof entry.type === "string"
  );
}

function sameType({ field, type }: LayoutMember, sent: string): boolean {
  return field.shape === "uint" ? sent === "uint64" || sent === "uint256" : sent === type;
}

function makeLayout(name: string, members: readonly LayoutMember[]): Layout {
  const own = `${name}(${members.map((member) => `${member.type} ${member.name}`).join(",")})`;
  const referred = members.map(({ layout }) => layout?.encodeType ?? "").sort();
  const encodeType = own + referred.join("");
  return { name, members, encodeType, typeHash: keccak256(utf8.encode(encodeType)) };
}
