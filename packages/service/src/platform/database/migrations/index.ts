import type * as Effect from "effect/Effect"
import * as Record from "effect/Record"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import platform from "./0001_platform.ts"
import partners from "./0002_partners.ts"
import funds from "./0003_funds.ts"
import employers from "./0004_employers.ts"
import employees from "./0005_employees.ts"
import onboardingSessionIntents from "./0006_onboarding_session_intents.ts"
import onboardingSessions from "./0007_onboarding_sessions.ts"
import stapling from "./0008_stapling.ts"
import embedSessions from "./0009_embed_sessions.ts"
import defaultActivate from "./0010_default_activate.ts"
import employerLists from "./0011_employer_lists.ts"
import employerDetails from "./0012_employer_details.ts"
import fundCalls from "./0013_fund_calls.ts"
import employerIssues from "./0014_employer_issues.ts"
import webhooks from "./0015_webhooks.ts"
import embedOpenings from "./0016_embed_openings.ts"
import embedDrafts from "./0017_embed_drafts.ts"
import fundChoices from "./0018_fund_choices.ts"
import servedDatabase from "./0019_served_database.ts"
import refusals from "./0020_refusals.ts"
import fundGateFindings from "./0021_fund_gate_findings.ts"
import productCheckReports from "./0022_product_check_reports.ts"
import traces from "./0027_traces.ts"
import operatorsHolds from "./0028_operators_holds.ts"
import suspendedPartners from "./0029_suspended_partners.ts"
import auditSeals from "./0030_audit_seals.ts"
import retiredMasterKeys from "./0031_retired_master_keys.ts"
import nextHostKey from "./0032_next_host_key.ts"
import operatorEvents from "./0033_operator_events.ts"
import endedTimers from "./0036_ended_timers.ts"
import auditHead from "./0037_audit_head.ts"

/** One step of the schema: an effect of SQL statements, one statement per `sql` call. */
export type Migration = Effect.Effect<unknown, SqlError, SqlClient.SqlClient>

/**
 * Every migration by its file's name, and the SHA-256 digest of the file. They are applied in the order of their names,
 * which satisfies the foreign keys. A merged file never changes, not even a comment in it: a database that has it would keep
 * the old one, and nothing would say so (D-migrations). `index.test.ts` compares the digests with the files, and `migrate`
 * compares them with the database. Each change of the schema is a new file with a row here; `sha256sum` prints its digest.
 */
const files: Readonly<Record<string, readonly [migration: Migration, digest: string]>> = {
  "0001_platform": [platform, "6c0f0e42b951cdacfc793c858f356b6a815e6e70ff34212ffee779b6095f4fe0"],
  "0002_partners": [partners, "cb4f076f5290c369d4697782386daa2b10a6c6180511a7e56fb7e0f0f6482efd"],
  "0003_funds": [funds, "fcb62f7a0a1ab9ae2a9a1836927de28e0f9c0225fe38c23e2fc1e50536f78334"],
  "0004_employers": [employers, "a274eff197f548ed826618fdd058b0fdd1faebf161533620944aa7ed9e40f5e0"],
  "0005_employees": [employees, "1e136284d956f14a0225741beed66a98422e2a2d92a6ea892efedab7b3de18b6"],
  "0006_onboarding_session_intents": [
    onboardingSessionIntents,
    "1cc9f49c2588e21cd2418308cf6b205307390a506b3086f5ade377a9927a5329"
  ],
  "0007_onboarding_sessions": [
    onboardingSessions,
    "2d286bd4273fe5990587fc53d8fe555cd03d80da85aa684becdc15695d99ff2d"
  ],
  "0008_stapling": [stapling, "2ddb7647ceb3791f441249bd174bf42a33df64de0e9dd0cf8ebdb7c0625c41d7"],
  "0009_embed_sessions": [embedSessions, "07a4209b0d23192402488c4259939ca02b020d4b791e118793b3ea6c08608cbd"],
  "0010_default_activate": [
    defaultActivate,
    "89dc8c1460f2a97596a26607d42671ec1c3421f53c1b697318e1e773d6294f3a"
  ],
  "0011_employer_lists": [employerLists, "3398248ad2c55aade1d98d3c9b22b6e39adc31e7fcc56cc0ec526ecffbadb896"],
  "0012_employer_details": [
    employerDetails,
    "5b4a86e9832b20fa4f9e2f3eea7f2a8eb3b9b273b21ee6ee094cb7908c315b42"
  ],
  "0013_fund_calls": [fundCalls, "c7b3a8ff2e626c2c14140779554ca2343fbb71b74a22a5fa52536057945ff787"],
  "0014_employer_issues": [
    employerIssues,
    "93bf7bb88236178ec41067818f188794e0b07c60dcb7d2b387867794f778a261"
  ],
  "0015_webhooks": [webhooks, "3a9adddfe799a3b6f4fff76b1a3ff40ecc600200baffac366664011505de367c"],
  "0016_embed_openings": [embedOpenings, "8066938468c88defddb594acbb4962c6a2636a14fb4516eb7737e24a63660133"],
  "0017_embed_drafts": [embedDrafts, "0e21574b3a59941558ef473c72918363d41b8a56af5f35a872a201bd7866f48e"],
  "0018_fund_choices": [fundChoices, "2eee7f253c816bd371a9459fc42a9ba3f2133766825c704e0a9f395aeb6d7db3"],
  "0019_served_database": [
    servedDatabase,
    "f57d2bb2d2f0217b587fdc4703fd8d45d9870d646198b6f3fd2c22ad385d3657"
  ],
  "0020_refusals": [refusals, "e296da8b1bbdef65ee0cdf2f7b44947ea1b5fb549ac0bb28b16b7814731fac75"],
  "0021_fund_gate_findings": [
    fundGateFindings,
    "e4b63116ace1bb5fc349897e4779204c68d50d52fb935a5fcd9fdf5f57d77b99"
  ],
  "0022_product_check_reports": [
    productCheckReports,
    "91e224529c1bb3fb7c4981408e8b5b365f5b75d6755e29a530900d91c015bbe2"
  ],
  "0027_traces": [traces, "3db64e6c028e20fa89426bcd3012b7e04259467874916a43c3f894bc34c338b4"],
  "0028_operators_holds": [
    operatorsHolds,
    "a3adaabd13218fcf626c5c7087c5691aec75768b18fb6ac30a3db1c793e7efa3"
  ],
  "0029_suspended_partners": [
    suspendedPartners,
    "0ab6b655b25da07a88abc135c631e08c65414bd64843fa3e9b61359ac5adbf24"
  ],
  "0030_audit_seals": [auditSeals, "f4e4b47f5b3513436e98cb068b26e90d42f59122f49797f9fd6b676a3302496b"],
  "0031_retired_master_keys": [
    retiredMasterKeys,
    "1aa2c916ed9916a5cdd74aa182b9b34e30786c5536594835e841d388763bbc6f"
  ],
  "0032_next_host_key": [nextHostKey, "a24307d0ac92aa73f5e494fa22db31019fd27bee5fb7dc2f256d1ec9f66a1ef5"],
  "0033_operator_events": [
    operatorEvents,
    "6a6a0eff64263fd6a418ceb37ae329d79decb4e50bd29850427b1e198f1fb9ae"
  ],
  "0036_ended_timers": [endedTimers, "e2795c2a2a40dbd5b543bfc0a921bdbd6011881027f63a0590c3158ff68b345b"],
  "0037_audit_head": [auditHead, "8baf563802442995bee6b18c6368c22c50f21e7ea48a0527186f97b49a99e973"]
}

/** The migrations that a program knows. */
export interface Schema {
  readonly migrations: Readonly<Record<string, Migration>>
  /** The digest of each migration's file. */
  readonly digests: Readonly<Record<string, string>>
  /**
   * Migrations after which a program that doesn't know them can't work any more. All others only add to the schema: the
   * version before continues to run, and starts (D-migrations).
   */
  readonly contracting: ReadonlyArray<string>
  /**
   * Migrations that run outside of a transaction, because a statement of theirs can't run in one (`concurrentIndex`). An
   * interrupted one is run again from its beginning, so its statements must allow that.
   */
  readonly outside: ReadonlyArray<string>
}

/** The schema of this program. */
export const schema: Schema = {
  migrations: Record.map(files, ([migration]) => migration),
  digests: Record.map(files, ([, digest]) => digest),
  contracting: [],
  outside: ["0036_ended_timers"]
}
