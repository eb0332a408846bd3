import type * as Effect from "effect/Effect"
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
import { digests } from "./digests.ts"

/** One step of the schema: an effect of SQL statements, one statement per `sql` call. */
export type Migration = Effect.Effect<unknown, SqlError, SqlClient.SqlClient>

/**
 * Every migration by its file's name. They are applied in the order of their names, which satisfies the foreign keys. A
 * merged file never changes (`digests`); each change of the schema is a new file.
 */
const migrations: { readonly [Name in keyof typeof digests]: Migration } = {
  "0001_platform": platform,
  "0002_partners": partners,
  "0003_funds": funds,
  "0004_employers": employers,
  "0005_employees": employees,
  "0006_onboarding_session_intents": onboardingSessionIntents,
  "0007_onboarding_sessions": onboardingSessions,
  "0008_stapling": stapling,
  "0009_embed_sessions": embedSessions,
  "0010_default_activate": defaultActivate,
  "0011_employer_lists": employerLists,
  "0012_employer_details": employerDetails,
  "0013_fund_calls": fundCalls,
  "0014_employer_issues": employerIssues,
  "0015_webhooks": webhooks,
  "0016_embed_openings": embedOpenings,
  "0017_embed_drafts": embedDrafts,
  "0018_fund_choices": fundChoices,
  "0019_served_database": servedDatabase,
  "0020_refusals": refusals,
  "0021_fund_gate_findings": fundGateFindings
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
}

/** The schema of this program. */
export const schema: Schema = { migrations, digests, contracting: [] }
