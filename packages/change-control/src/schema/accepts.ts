import type { View } from "./View.ts"

const lengths: Readonly<Record<string, (text: string, bound: number) => boolean>> = {
  minLength: (text, bound) => [...text].length >= bound,
  maxLength: (text, bound) => [...text].length <= bound
}

/** Whether a schema of text accepts a value, given as JSON. False if that isn't decidable. */
export const accepts = (view: View, json: string): boolean => {
  const value: unknown = JSON.parse(json)
  if (view.values !== undefined) return view.values.includes(json)
  if (typeof value !== "string" || view.alternatives.length > 0 || Object.keys(view.rest).length > 0)
    return false
  if (view.types !== undefined && !view.types.includes("string")) return false
  return (
    view.patterns.every((pattern) => new RegExp(pattern, "u").test(value)) &&
    Object.entries(view.bounds).every(([keyword, bound]) => lengths[keyword]?.(value, bound) ?? false)
  )
}
