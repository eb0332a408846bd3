import { EmbedConflict } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { Ato } from "../ato/Ato.ts"
import type { AccessCheck } from "../ato/AtoAdapter.ts"
import type { OpenEmbed } from "../embed-sessions/embedSecurity.ts"
import { type ReadableBody, wholeBody, type PlacedFinding, refuse } from "../personal-data/Findings.ts"
import { readAbn } from "../personal-data/text.ts"
import { audit } from "../platform/audit/audit.ts"
import { operation, transactions } from "../platform/database/operation.ts"
import { newId } from "../platform/ids/newId.ts"
import { BusinessClock } from "../platform/time/BusinessClock.ts"
import { atoConnectionsRepo, atoEmployerOf } from "./AtoConnectionsRepo.ts"
import { employersRepo, orNotFound } from "./EmployersRepo.ts"
import { settingsChanges } from "./settingsChanges.ts"
import { heldAsSeen, settingsView } from "./settingsView.ts"

/** How an employer connects this service to the ATO, in the employer embed (D-stapling). */
export const atoConnections = Effect.gen(function* () {
  const transaction = yield* transactions
  const clock = yield* BusinessClock
  const ato = yield* Ato
  const repo = yield* employersRepo
  const connections = yield* atoConnectionsRepo
  const changes = yield* settingsChanges
  const view = yield* settingsView
  const held = yield* heldAsSeen

  /** Saves the result of the check, and the stapling status that follows from it. */
  const checked = transaction("AtoConnections.checked")(function* (
    { employerId, productId }: OpenEmbed,
    result: AccessCheck
  ) {
    const employer = yield* orNotFound(yield* repo.lock(productId, employerId))
    const at = yield* clock.nowOf(productId)
    yield* repo.embedUsed(productId, employerId, at)
    yield* connections.checked(employerId, result, at)
    const stapling_status = AFTER_CHECK[employer.stapling_status][result]
    return yield* view(yield* changes.apply(employer, { stapling_status }, at))
  })

  /** Verifies that the person has seen the current view, and audits the check before it is made. */
  const requested = transaction("AtoConnections.requested")(function* (
    embed: OpenEmbed,
    seen: number | undefined
  ) {
    const { embedSessionId, employerId, productId } = embed
    yield* held(embed, seen)
    const { connected_by } = yield* connections.find(productId, employerId)
    if (connected_by === null) return yield* notSaved
    const requestId = yield* newId
    yield* audit({
      actor: { kind: "embed_session", id: embedSessionId },
      action: "ato_connection.check",
      productId,
      entity: { kind: "employer", id: employerId },
      detail: { ato_request_id: requestId }
    })
    return requestId
  })

  return {
    /** Saves who deals with the ATO, the employer or an agent. Sends no webhook: partners don't see this. */
    save: transaction("AtoConnections.save")(function* (
      { employerId, productId }: OpenEmbed,
      change: S.EmbedAtoConnectionChange
    ) {
      const employer = yield* orNotFound(yield* repo.lock(productId, employerId))
      const findings = agentRules(wholeBody(change))
      if (findings.length > 0) return yield* refuse(...findings)
      const { agent_abn, agent_number, connected_by } = change
      const at = yield* clock.nowOf(productId)
      yield* repo.embedUsed(productId, employerId, at)
      const before = yield* connections.find(productId, employerId)
      const named = {
        connected_by,
        agent_number: agent_number ?? null,
        agent_abn: agent_abn === undefined ? null : readAbn(agent_abn)
      }
      const isSame =
        before.connected_by === connected_by &&
        before.agent_number === named.agent_number &&
        before.agent_abn === named.agent_abn
      if (!isSame) {
        yield* connections.put(employer, { ...named, checked_at: null, check_result: null }, at)
      }
      return yield* view(employer)
    }),

    /**
     * Asks the ATO whether the connection works, for five seconds at most, and saves the result. A changed stapling
     * status sends `employer_settings_changed`. Writes the audit log. The view must have the revision that the person
     * saw; changes made during the check are kept.
     */
    check: operation("AtoConnections.check")(function* (embed: OpenEmbed, seen: number | undefined) {
      const requestId = yield* requested(embed, seen)
      const employer = atoEmployerOf(yield* connections.find(embed.productId, embed.employerId))
      return yield* checked(embed, yield* ato.checkAccess({ requestId, employer }))
    })
  }
})

/** An agent needs both its number and its ABN; an employer that connects itself has neither. */
export const agentRules = ({
  members: { connected_by },
  names
}: ReadableBody<S.EmbedAtoConnectionChange>): ReadonlyArray<PlacedFinding> =>
  connected_by === undefined
    ? []
    : (["agent_number", "agent_abn"] as const).flatMap((field): ReadonlyArray<PlacedFinding> => {
        const isNamed = names.includes(field)
        if (isNamed === (connected_by === "agent")) return []
        return isNamed
          ? [
              {
                pointer: `#/${field}`,
                code: "not_allowed",
                detail: "An employer that connects itself has no agent."
              }
            ]
          : [{ pointer: `#/${field}`, code: "required", detail: "Give both the agent's number and its ABN." }]
      })

const notSaved = Effect.fail(
  new EmbedConflict({
    code: "ato_connection_not_saved",
    detail: "First set whether the employer or its agent deals with the ATO."
  })
)

/**
 * The stapling status after a check of the ATO connection (D-stapling). A missing permission ends a connection; an ATO
 * that doesn't answer changes nothing.
 */
const AFTER_CHECK: Readonly<Record<S.StaplingStatus, Readonly<Record<AccessCheck, S.StaplingStatus>>>> = {
  not_connected: { ok: "connected", not_found: "not_connected", error: "not_connected" },
  connected: { ok: "connected", not_found: "lapsed", error: "connected" },
  lapsed: { ok: "connected", not_found: "lapsed", error: "lapsed" }
}
