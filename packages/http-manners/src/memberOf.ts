/** A member of a parsed body, of which nothing is known; undefined if it isn't there. */
export const memberOf = (value: unknown, ...names: ReadonlyArray<string>): unknown =>
  names.reduce<unknown>(
    (found, name) =>
      typeof found === "object" && found !== null && Object.hasOwn(found, name)
        ? Reflect.get(found, name)
        : undefined,
    value
  )
