import { EmbedConflict } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { acceptances } from "../embed-sessions/acceptances.ts"
import type { OpenEmbed } from "../embed-sessions/embedSecurity.ts"
import {
  partOf,
  type ReadableBody,
  wholeBody,
  refuse,
  type PlacedFinding
} from "../personal-data/Findings.ts"
import { transactions } from "../platform/database/operation.ts"
import { BusinessClock } from "../platform/time/BusinessClock.ts"
import { employersRepo, type StoredEmployer, orNotFound } from "./EmployersRepo.ts"
import { settingsChanges } from "./settingsChanges.ts"
import { settingsView } from "./settingsView.ts"
import { AUTOMATIONS } from "./statements.ts"
import { statementsRepo } from "./StatementsRepo.ts"

type Automation = keyof typeof AUTOMATIONS

/**
 * The work that the service does automatically for an employer that has accepted the declaration (D-employer-embed).
 */
export const automations = Effect.gen(function* () {
  const transaction = yield* transactions
  const clock = yield* BusinessClock
  const repo = yield* employersRepo
  const statements = yield* statementsRepo
  const changes = yield* settingsChanges
  const view = yield* settingsView
  const accepted = yield* acceptances

  return {
    /**
     * Turns automations on or off. Turning one on accepts its declaration; the version and time are stored. An actual
     * change sends `employer_settings_changed`, once.
     */
    save: transaction("Automations.save")(function* (
      { embedSessionId, employerId, productId }: OpenEmbed,
      change: S.EmbedAutomationsChange
    ) {
      const employer = yield* orNotFound(yield* repo.lock(productId, employerId))
      const requested = entriesOf(change)
      const findings = declarationRules(wholeBody(change))
      if (findings.length > 0) return yield* refuse(...findings)
      yield* Effect.forEach(requested, (one) => checkConnected(employer, one))
      const at = yield* clock.nowOf(productId)
      yield* repo.embedUsed(productId, employerId, at)
      for (const [automation, { enabled }] of requested) {
        const { name, statement } = AUTOMATIONS[automation]
        yield* statements.put(employer, name, enabled ? statement.version : null, embedSessionId, at)
        if (!enabled) continue
        const entity = { kind: "employer" as const, id: employerId }
        yield* accepted({
          of: "declaration",
          productId,
          entity,
          versions: [statement.version],
          embedSessionId
        })
      }
      const flags = requested.map(([automation, { enabled }]) => [AUTOMATIONS[automation].column, enabled])
      return yield* view(yield* changes.apply(employer, Object.fromEntries(flags), at))
    })
  }
})

const entriesOf = (change: S.EmbedAutomationsChange) =>
  Object.entries(change) as ReadonlyArray<[Automation, S.EmbedAutomationChange]>

/** Turning an automation on requires the current version of its declaration. */
const findingsOf = (
  automation: Automation,
  { members, names }: ReadableBody<S.EmbedAutomationChange>
): ReadonlyArray<PlacedFinding> => {
  const { accepted_statement_version, enabled = false } = members
  const pointer = `#/${automation}/accepted_statement_version`
  if (!enabled || accepted_statement_version === AUTOMATIONS[automation].statement.version) return []
  return !names.includes("accepted_statement_version")
    ? [{ pointer, code: "required", detail: "Give the version of the declaration that was accepted." }]
    : [
        {
          pointer,
          code: "not_allowed",
          detail: "The declaration's text has changed. Show the new text first."
        }
      ]
}

/** The rules of a change of automations. */
export const declarationRules = (
  body: ReadableBody<S.EmbedAutomationsChange>
): ReadonlyArray<PlacedFinding> =>
  (Object.keys(AUTOMATIONS) as ReadonlyArray<Automation>).flatMap((automation) => {
    const change = partOf(body, automation)
    return change === undefined ? [] : findingsOf(automation, change)
  })

const checkConnected = (
  { stapling_status, ...employer }: StoredEmployer,
  [automation, { enabled }]: readonly [Automation, S.EmbedAutomationChange]
) =>
  !enabled || stapling_status === "connected" || employer[AUTOMATIONS[automation].column]
    ? Effect.void
    : Effect.fail(
        new EmbedConflict({
          code: "ato_not_connected",
          detail: `The ATO connection is ${stapling_status}. Check it before you turn ${automation} on. You can turn it off.`
        })
      )
