/**
 * Whose embed this is, for the pages without a view: a refused address, an embed that has ended. It is kept for a reload of the
 * page, and names no person.
 */
import type { Schemas } from "./api.ts"

type Partner = Schemas["EmbedPartner"]

const key = (): string => `partner:${location.pathname}`

let known: Partner | undefined

export const rememberPartner = (partner: Partner): void => {
  if (partner === known) return
  known = partner
  try {
    sessionStorage.setItem(key(), JSON.stringify(partner))
  } catch {
    // Blocked site data: a reload forgets it.
  }
}

/** The partner of this page; undefined for an address that never opened anything. */
export const knownPartner = (): Partner | undefined => {
  try {
    known ??= (JSON.parse(sessionStorage.getItem(key()) ?? "null") as Partner | null) ?? undefined
  } catch {
    // Blocked site data.
  }
  return known
}
