/** Values that an entry of the audit log may show: settings, never a secret or a person's data. */
export type Facts = Readonly<Record<string, string | number | boolean | null | ReadonlyArray<string>>>

/** A change, for the audit log: the names of the fields that differ, and their values before and after. */
export interface Change {
  readonly changed: ReadonlyArray<string>
  readonly before: Facts
  readonly after: Facts
}

const isSame = (a: Facts[string] | undefined, b: Facts[string] | undefined) =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

const only = (facts: Facts, names: ReadonlyArray<string>, hidden: ReadonlySet<string>): Facts =>
  Object.fromEntries(
    names.map((name) => {
      const value = facts[name] ?? null
      return [name, value !== null && hidden.has(name) ? "set" : value]
    })
  )

/**
 * Compares the facts of a thing before and after. A thing that is new has no facts before. Values of `hidden` fields are
 * compared, and shown as "set": addresses of people, and whatever may hold a secret.
 */
export const changeOf = (
  before: Facts | undefined,
  after: Facts,
  hidden: ReadonlyArray<string> = []
): Change => {
  const names = Object.keys(after).filter((name) => !isSame(before?.[name], after[name]))
  const secret = new Set(hidden)
  return {
    changed: names,
    before: before === undefined ? {} : only(before, names, secret),
    after: only(after, names, secret)
  }
}
