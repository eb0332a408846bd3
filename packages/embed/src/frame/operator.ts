import type { InstanceFile } from "@embedded-super/contracts/schemas"

/** The facts about the operator that the service puts into its pages. */
export type Operator = Pick<
  InstanceFile,
  "operator" | "help_contact" | "privacy_policy" | "collection_notice"
>

let known: Operator | undefined

/** Who operates the service, from the page; undefined if the page doesn't say it. */
export const shownOperator = (): Operator | undefined => {
  const text = document.querySelector<HTMLMetaElement>('meta[name="operator"]')?.content
  if (text?.startsWith("{") === true) known ??= JSON.parse(text) as Operator
  return known
}
