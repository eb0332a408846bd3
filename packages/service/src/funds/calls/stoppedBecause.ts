/** Why a call stopped, for readers who don't know the names of the outcomes. */
export const stoppedBecause: { readonly [Because: string]: string } = {
  unreadable: "member exists, number missing",
  unknown: "the answer was lost; the fund may have done it",
  server_error: "the fund failed, and all retries are spent",
  refused: "refused by the fund",
  credentials: "refused under several versions of the credentials",
  contract_violation: "answered outside the contract",
  fault: "can't be sent in its present state"
}
