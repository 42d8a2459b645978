import { globSync } from "node:fs";
import { dirname, extname, join, relative } from "node:path";
import ts from "typescript";

/** A field of the dashboard, where it is used. */
export interface Field {
  /** The file and the component, as `features/people/follow.tsx Follow`. */
  readonly at: string;
  /** The name, the label or the value: what tells it from the other fields of its component. */
  readonly name: string;
  /** Where a change of it ends: `kept` in this browser, `node`, `file`, `secret`, `search`; otherwise in states and hooks. */
  readonly ends: readonly string[];
}

type Element = ts.JsxOpeningLikeElement;

/** The calls in which following a change ends. */
const known: Readonly<Record<string, string>> = {
  useKept: "kept",
  useKeptForm: "kept",
  keepValue: "kept",
  useDraft: "kept",
  useMutation: "node",
  useAction: "node",
  mutation: "node",
  useState: "state",
};

const fieldNames = /^(?:input|textarea|select)$/;

/** Every field of the components in a folder, with what a change of it reaches. A field of a shared component is one at each of its uses. */
export function findFields(folder: string): Field[] {
  const paths = globSync("**/*.{ts,tsx}", { cwd: folder, exclude: ["**/*.test.*"] });
  const program = createProgram(paths.map((path) => join(folder, path)));
  const checker = program.getTypeChecker();
  const sources = paths.flatMap((path) => program.getSourceFile(join(folder, path)) ?? []);
  const elements = sources.flatMap((source) => collect(source, ts.isJsxOpeningLikeElement));
  const uses = new Map<ts.Node, Element[]>();
  for (const element of elements) {
    const component = componentOf(element.tagName);
    if (component) uses.set(component, [...(uses.get(component) ?? []), element]);
  }
  const written = elements
    .filter(({ tagName }) => fieldNames.test(tagName.getText()))
    .flatMap((element) => readField([element], "onChange"));
  const made = sources.flatMap((source) => collect(source, isMadeField)).map(readMadeField);
  const all = [...written.filter(({ ends }) => !ends.includes("never typed")), ...made];
  const byPlace = Map.groupBy(all, ({ at, name }) => `${at} ${name}`);
  return [...byPlace.values()].flatMap(([first, ...rest]) =>
    first ? { ...first, ends: [...new Set([first, ...rest].flatMap(({ ends }) => ends))] } : [],
  );

  function declarationOf(name: ts.Node): ts.Declaration | undefined {
    const shorthand = ts.isShorthandPropertyAssignment(name.parent);
    const found = shorthand
      ? checker.getShorthandAssignmentValueSymbol(name.parent)
      : checker.getSymbolAtLocation(name);
    const symbol = found && found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found;
    return symbol?.declarations?.[0];
  }

  /** The function of a component, also of one that is loaded when it is shown. */
  function componentOf(name: ts.Node): ts.Node | undefined {
    const declaration = declarationOf(name);
    const isLazy = declaration && ts.isVariableDeclaration(declaration);
    const loaded = isLazy && collect(declaration, isImport)[0]?.arguments[0];
    const module = loaded && checker.getSymbolAtLocation(loaded);
    return functionOf(
      module ? module.exports?.get(ts.InternalSymbolName.Default)?.declarations?.[0] : declaration,
    );
  }

  function placeOf(node: ts.Node): string {
    const top = ts.findAncestor(node, (one) => functionName(one) !== "");
    return `${relative(folder, node.getSourceFile().fileName)} ${top ? functionName(top) : ""}`;
  }

  function readMadeField(node: ts.Node): Field {
    const at = placeOf(node);
    return { at, name: node.getText().replace(/\s*\{.*/s, ""), ends: ["a script"] };
  }

  /** The field behind an element, and the elements that gave it its attributes before, the outermost last. */
  function readField(chain: readonly Element[], prop: string): Field[] {
    const element = chain.at(-1);
    if (!element) return [];
    const component = ts.findAncestor(element, (node) => uses.has(node));
    const handler = attributeOf(element, prop);
    const ends = new Set(handler ? follow(handler, new Set()) : []);
    const isSafe = ends.has("kept") || ends.has("node");
    const props = isSafe ? [] : [...ends].filter((end) => end.startsWith("prop "));
    const spreads = element.attributes.properties.filter(ts.isJsxSpreadAttribute);
    const isGiven = spreads.some(({ expression }) => {
      const rest = declarationOf(expression);
      return rest && ts.isBindingElement(rest) && ts.isParameter(rest.parent.parent);
    });
    if (!handler && isGiven) props.push(`prop ${prop}`);
    if (component && props.length > 0) {
      const used = uses.get(component) ?? [];
      return props.flatMap((name) => used.flatMap((one) => readField([...chain, one], name.slice(5))));
    }
    const at = placeOf(element);
    return [{ at, name: nameOf(chain), ends: [...fixedEnds(chain), ...(handler ? ends : formOf(chain))] }];
  }

  /** The ends of a field that its attributes tell. */
  function fixedEnds(chain: readonly Element[]): string[] {
    const type = textOf(chain, "type");
    if (type === '"file"') return ["file"];
    if (type === '"password"' || textOf(chain, "data-secret") !== undefined) return ["secret"];
    if (type === '"search"') return ["search"];
    return textOf(chain, "readOnly") === "" ? ["never typed"] : [];
  }

  /** The ends of a field that holds its value itself: it is kept if its form is. */
  function formOf(chain: readonly Element[]): string[] {
    const refs = chain.flatMap((element) => {
      const around = ancestors(element).filter(ts.isJsxElement);
      return around.flatMap(({ openingElement }) => {
        const component = componentOf(openingElement.tagName);
        const slots = component ? collect(component, ts.isJsxExpression) : [];
        const slot = slots.find(({ expression }) => expression?.getText() === "children");
        const inner = slot ? ancestors(slot).filter(ts.isJsxElement) : [];
        return [openingElement, ...inner.map((one) => one.openingElement)];
      });
    });
    const ends = refs.flatMap((form) => {
      const ref = attributeOf(form, "ref");
      return ref ? [...follow(ref, new Set())] : [];
    });
    return textOf(chain, "name") !== undefined && ends.includes("kept") ? ["kept"] : ["held by the field"];
  }

  /** What the names of an expression reach: ends of `known`, `prop name` of the component, or the name of a function. */
  function follow(start: ts.Node, seen: Set<ts.Node>): Set<string> {
    const ends = new Set<string>();
    for (const name of [start, ...collect(start, ts.isIdentifier)].filter(ts.isIdentifier)) {
      const isMember = ts.isPropertyAccessExpression(name.parent) && name.parent.name === name;
      const declaration = isMember ? undefined : declarationOf(name);
      if (!declaration || seen.has(declaration)) continue;
      seen.add(declaration);
      for (const end of followDeclaration(name, declaration, seen)) ends.add(end);
    }
    return ends;
  }

  function followDeclaration(
    name: ts.Identifier,
    declaration: ts.Declaration,
    seen: Set<ts.Node>,
  ): Iterable<string> {
    if (!declaration.getSourceFile().fileName.startsWith(folder)) return [];
    if (ts.isFunctionDeclaration(declaration)) {
      const fixed = known[name.text];
      return fixed ? [fixed] : declaration.body ? follow(declaration.body, seen) : [];
    }
    const parameter = ts.findAncestor(declaration, ts.isParameter);
    if (parameter) {
      if (!isCalled(name)) return [];
      return uses.has(parameter.parent) ? [`prop ${boundName(declaration) ?? memberOf(name)}`] : ["argument"];
    }
    const variable = ts.findAncestor(declaration, ts.isVariableDeclaration);
    const value = variable?.initializer;
    if (!value) return [];
    if (!ts.isCallExpression(value)) return follow(value, seen);
    const hook = value.expression.getText().replace(/<.*/s, "");
    const isState = ts.isBindingElement(declaration) && ts.isArrayBindingPattern(declaration.parent);
    if (isState && declaration.parent.elements[0] === declaration) return [];
    const fixed = known[hook];
    if (fixed) return [fixed === "state" ? `state ${name.text}` : fixed];
    if (!/^use[A-Z]/.test(hook)) return follow(value, seen);
    const member = ts.isBindingElement(declaration) ? boundName(declaration) : memberOf(name);
    const ends = followHook(hook, value.expression, member, seen);
    return ends.has("argument") ? value.arguments.flatMap((one) => [...follow(one, seen)]) : ends;
  }

  /** What a member of a hook's result reaches. */
  function followHook(
    hook: string,
    callee: ts.Node,
    member: string | undefined,
    seen: Set<ts.Node>,
  ): Set<string> {
    const made = functionOf(declarationOf(callee));
    const returned = made ? collect(made, ts.isReturnStatement).at(-1)?.expression : undefined;
    const literal = returned && ts.isObjectLiteralExpression(returned) ? returned : undefined;
    const property = literal?.properties.find((one) => one.name?.getText() === member);
    if (!property) return new Set([hook]);
    return follow(ts.isShorthandPropertyAssignment(property) ? property.name : property, seen);
  }
}

/** A program of these sources alone: it knows their names, and no types. */
function createProgram(paths: readonly string[]): ts.Program {
  const options = { noLib: true, types: [], jsx: ts.JsxEmit.Preserve, module: ts.ModuleKind.ESNext };
  const host = ts.createCompilerHost(options, true);
  host.resolveModuleNameLiterals = (names, from) =>
    names.map(({ text }) => {
      const resolvedFileName = join(dirname(from), text);
      const isSource = text.startsWith(".") && paths.includes(resolvedFileName);
      return { resolvedModule: isSource ? { resolvedFileName, extension: extname(text) } : undefined };
    });
  return ts.createProgram(paths, options, host);
}

function collect<T extends ts.Node>(start: ts.Node, is: (node: ts.Node) => node is T): T[] {
  const found: T[] = [];
  const visit = (node: ts.Node): void => {
    if (is(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(start, visit);
  return found;
}

function ancestors(node: ts.Node): ts.Node[] {
  return node.parent ? [node.parent, ...ancestors(node.parent)] : [];
}

/** The function that a declaration makes. */
function functionOf(declaration: ts.Declaration | undefined): ts.Node | undefined {
  if (!declaration) return;
  if (ts.isFunctionDeclaration(declaration)) return declaration;
  if (ts.isVariableDeclaration(declaration) && declaration.initializer)
    return collect(declaration, ts.isArrowFunction)[0];
  return;
}

const functionName = (node: ts.Node): string =>
  (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) && node.name ? node.name.text : "";

const isImport = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;

/** A field that a script makes: an element, or an editor. */
const isMadeField = (node: ts.Node): node is ts.Node =>
  (ts.isNewExpression(node) && node.expression.getText() === "EditorView") ||
  (ts.isCallExpression(node) &&
    /createElement$/.test(node.expression.getText()) &&
    node.arguments.some((one) => ts.isStringLiteral(one) && fieldNames.test(one.text)));

/** The name of a property that a parameter or a variable takes; undefined for the rest of them. */
const boundName = (declaration: ts.Node): string | undefined =>
  ts.isBindingElement(declaration) && !declaration.dotDotDotToken
    ? (declaration.propertyName ?? declaration.name).getText()
    : undefined;

/** Whether a name is called, or handed over as it is. */
function isCalled(name: ts.Node): boolean {
  const { parent } = name;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === name && isCalled(parent);
  if (ts.isCallExpression(parent)) return parent.expression === name;
  return ts.isArrowFunction(parent) || ts.isJsxExpression(parent);
}

const memberOf = (name: ts.Identifier): string | undefined =>
  ts.isPropertyAccessExpression(name.parent) ? name.parent.name.text : undefined;

function attributeOf(element: Element, name: string): ts.Node | undefined {
  const found = element.attributes.properties
    .filter(ts.isJsxAttribute)
    .find((one) => one.name.getText() === name);
  return found?.initializer ?? found;
}

/** The text of the outermost attribute of a name; an empty text for one without a value. */
function textOf(chain: readonly Element[], name: string): string | undefined {
  const found = chain.map((element) => attributeOf(element, name)).findLast((one) => one !== undefined);
  return found && (ts.isJsxAttribute(found) ? "" : found.getText());
}

function nameOf(chain: readonly Element[]): string {
  const names = ["name", "label", "aria-label", "legend", "text", "id", "value", "ref"];
  return names.map((name) => textOf(chain, name)).find((text) => text !== undefined) ?? "";
}
