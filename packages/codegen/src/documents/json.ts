export type Json = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The value if it is an object; otherwise an empty one. */
export const objectOf = (value: unknown): Json => (isObject(value) ? value : {})

export const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined)

/** Keeps only the keys with a value: the model has no `undefined` in it. */
export const present = <A extends object>(value: A): { [K in keyof A]: Exclude<A[K], undefined> } =>
  Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as never
