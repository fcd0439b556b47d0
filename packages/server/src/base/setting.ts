/**
 * A setting: the variable that sets it, its default, and how its text becomes a value. Settings form a
 * tree, and their values an object of the same shape, so that a setting is named once.
 */
export interface Setting<Value, Name extends string = string> {
  readonly name: Name;
  readonly default: string;
  /** Where production has another default. */
  readonly productionDefault?: string;
  readonly meaning: string;
  /** A limit is a row of docs/limits.md, which says how the service answers beyond it. */
  readonly kind?: 'limit';
  /** What must not be shown: the whole value, or the password of an address. */
  readonly secret?: 'value' | 'password';
  readonly parse: Parse<Value>;
}

/** Throws a `ConfigError` that begins with the name. */
export type Parse<Value> = (text: string, name: string) => Value;

export interface SettingTree {
  readonly [field: string]: Setting<unknown> | SettingTree;
}

export type ValuesOf<Tree> = {
  readonly [Field in keyof Tree]: Tree[Field] extends Setting<infer Value>
    ? Value
    : ValuesOf<Tree[Field]>;
};

export type NamesOf<Tree> =
  Tree extends Setting<unknown, infer Name>
    ? Name
    : { [Field in keyof Tree]: NamesOf<Tree[Field]> }[keyof Tree];

/** `meaning` is the row's text in docs/settings.md. */
export function setting<const Name extends string, Value>(
  name: Name,
  row: Omit<Setting<Value>, 'name'>,
): Setting<Value, Name> {
  return { name, ...row };
}

export function listSettings(tree: SettingTree): readonly Setting<unknown>[] {
  return Object.values(tree).flatMap((entry) => (isSetting(entry) ? [entry] : listSettings(entry)));
}

/** Reads each setting of the tree; the result is frozen. */
export function readValues<Tree extends SettingTree>(
  tree: Tree,
  read: (setting: Setting<unknown>) => unknown,
): ValuesOf<Tree> {
  const entries = Object.entries(tree).map(([field, entry]) => [
    field,
    isSetting(entry) ? read(entry) : readValues(entry, read),
  ]);
  return Object.freeze(Object.fromEntries(entries)) as ValuesOf<Tree>;
}

function isSetting(entry: Setting<unknown> | SettingTree): entry is Setting<unknown> {
  return typeof entry.parse === 'function';
}
