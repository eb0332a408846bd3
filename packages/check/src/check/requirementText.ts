import { type Requirement, requirements } from "@embedded-super/contracts/requirements"

const byId: Readonly<Record<string, Requirement>> = requirements

/** The sentence of the description; undefined for a decision. */
export const requirementText = (id: string): string | undefined =>
  Object.hasOwn(byId, id) ? byId[id]?.text : undefined
