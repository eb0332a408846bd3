/** The same fields, without those that are undefined: a body leaves out what wasn't filled in. */
export type Given<A> = { [K in keyof A as undefined extends A[K] ? never : K]: A[K] } & {
  [K in keyof A as undefined extends A[K] ? K : never]?: Exclude<A[K], undefined>
}

export const given = <const A extends object>(fields: A): Given<A> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<A>

/** The one of these values that a field's text is. */
export const oneOf = <const Value extends string>(
  values: ReadonlyArray<Value>,
  text: string | undefined
): Value | undefined => values.find((value) => value === text)
