import type { FundSimulatorOptions } from "./fundSimulator.ts"

/** Ready-made funds, one of each kind that the description allows, by the name that `--profile` takes. */
export const profiles = {
  /** A key in X-Auth-Key, live lookups, employer details by POST. */
  "api-key": { fund: "banksia" },
  /** A JWT for each call. */
  jwt: { fund: "waratah" },
  /** An access token of the fund's token endpoint. */
  oauth: { fund: "kurrajong" },
  /** A client certificate when the service connects. */
  "mutual-tls": { fund: "grevillea" },
  /** Supplies its employers as a list by SFTP, and picks employer details up there. */
  files: { fund: "telopea", lookup: "plain_list" }
} as const satisfies Readonly<Record<string, FundSimulatorOptions>>

export type ProfileName = keyof typeof profiles

export const profileNames = Object.keys(profiles) as ReadonlyArray<ProfileName>
