/**
 * The audit log: who did what, and when. `audit` records one action, with what it changed (`changeOf`). `AuditRepo` has
 * the statements, `admin audit` shows the entries, and `sealing` makes a chain of them.
 *
 * Why the caller's transaction: an action and its entry are committed together, or neither is.
 *
 * The request: an entry has the id of the HTTP request in which it is written, without the writer's help.
 *
 * The trap: the log is kept for seven years (D-retention), and no erasure removes an entry. So an entry holds names and
 * ids only, and no text that a person typed. Its time is true time, also for a sandbox product (D-sandbox-clock).
 */

import { ApiKeyPrincipal } from "@embedded-super/contracts/principals"
import { CurrentRequestId } from "@embedded-super/http-manners"
import type { ActionName, Purpose } from "@embedded-super/pages/kinds/operators"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { newId } from "../ids/newId.ts"
import { things } from "../timeline/things.ts"
import { Timeline, type TimelineShape } from "../timeline/Timeline.ts"
import { now } from "../time/timestamp.ts"
import { auditRepo, type StoredAuditEntry } from "./AuditRepo.ts"
import type { Change } from "./changeOf.ts"
import { detailJson } from "./detailJson.ts"
import { account, OperatorName } from "./operatorName.ts"

/** The actor: a person at the operator's command line, a caller with a key, a person in an embed, or the service. */
export interface Actor {
  readonly kind: "operator" | "api_key" | "embed_session" | "system"
  readonly id?: string
  /** The account of the operating system, if an operator gave another name. */
  readonly account?: string
}

/** The actor of a request. */
export type RequestedBy = Pick<AuditEntry, "actor">

/** The person who runs this command: by the name that they gave, else by their account on this machine. */
export const operator: Effect.Effect<Actor> = Effect.gen(function* () {
  const name = yield* OperatorName
  const user = yield* account
  return { kind: "operator", id: name ?? user, ...(name === undefined ? {} : { account: user }) }
})

/** Who makes this change: the caller whose API key was presented, else the person who runs this command. */
export const caller: Effect.Effect<Actor> = Effect.flatMap(
  Effect.serviceOption(ApiKeyPrincipal),
  Option.match({
    onNone: () => operator,
    onSome: ({ key_id }) => Effect.succeed<Actor>({ kind: "api_key", id: key_id })
  })
)

export interface AuditEntry {
  readonly actor: Actor
  /** The action, as `thing.verb`: `partner.create`, `tax_file_number.decrypt`. */
  readonly action: ActionName
  readonly partnerId?: string
  readonly productId?: string
  readonly entity?: { readonly kind: string; readonly id: string }
  /** Names and ids only, no text that a person typed: the log is kept for seven years. */
  readonly detail?: Readonly<Record<string, string | number | boolean | ReadonlyArray<string>>>
  /** What the action changed, before and after; added to the detail. */
  readonly change?: Change
  /** The reason for which a tax file number was opened; added to the detail. */
  readonly purpose?: Purpose
}

/** Whether the sandbox acts in the place of the person in an embed. */
export const PlayedBySandbox = Context.Reference<boolean>(
  "@embedded-super/service/platform/audit/audit/PlayedBySandbox",
  { defaultValue: () => false }
)

/** Actions with an entry of their own kind in the time line, noted where they happen. */
const NOTED_BY_ITSELF: ReadonlySet<ActionName> = new Set<ActionName>([
  "clock.advance",
  "employer_list.stale",
  "webhook_secret.rotate"
])

const noteAct = (
  { note }: TimelineShape,
  { action, actor, detail, entity, productId, purpose }: AuditEntry,
  isPlayed: boolean
) => {
  const fund = detail?.["slug"] ?? detail?.["fund"]
  const fundId = detail?.["fund_id"]
  const slug = detail?.["slug"]
  // A fund that this transaction has just loaded isn't found by its id yet (NamesRepo).
  const isNamed = entity?.kind === "fund" && typeof slug === "string"
  return note({
    kind: "operator_acted",
    detail: {
      actor: isPlayed && actor.kind === "embed_session" ? "sandbox" : actor.kind,
      action,
      fund: typeof fund === "string" ? fund : null,
      purpose: purpose ?? null
    },
    about: [
      ...(entity === undefined ? [] : [isNamed ? { ...entity, id: slug } : entity]),
      ...things({
        fund: typeof fundId === "string" ? fundId : undefined,
        product: productId === entity?.id ? undefined : productId
      })
    ]
  })
}

const storedOf = Effect.fnUntraced(function* (entry: AuditEntry): Effect.fn.Return<StoredAuditEntry> {
  return {
    id: yield* newId,
    occurred_at: yield* now,
    actor_kind: entry.actor.kind,
    actor_id: entry.actor.id ?? null,
    partner_id: entry.partnerId ?? null,
    product_id: entry.productId ?? null,
    action: entry.action,
    entity_kind: entry.entity?.kind ?? null,
    entity_id: entry.entity?.id ?? null,
    request_id: (yield* CurrentRequestId) ?? null,
    detail: detailJson({
      ...entry.detail,
      ...entry.change,
      ...(entry.actor.account === undefined ? {} : { account: entry.actor.account }),
      ...(entry.purpose === undefined ? {} : { purpose: entry.purpose })
    })
  }
})

const noted = Effect.fnUntraced(function* (entry: AuditEntry) {
  const timeline = yield* Timeline
  if (timeline.isOn && !NOTED_BY_ITSELF.has(entry.action)) {
    yield* noteAct(timeline, entry, yield* PlayedBySandbox)
  }
})

/**
 * The write of an entry, for a statement that makes several writes (`together`), in the transaction of the action. Notes
 * the action in the time line.
 */
export const auditing = Effect.fn("auditing")(function* (entry: AuditEntry) {
  const log = yield* auditRepo
  yield* noted(entry)
  return log.insert(yield* storedOf(entry))
})

/**
 * Like `auditing`, with an entry for each row of a query: for a statement that reads the rows which the action removes.
 * Run `note` if it has any.
 */
export const auditingEach = Effect.fn("auditingEach")(function* (rows: string, entry: AuditEntry) {
  const log = yield* auditRepo
  return { write: log.insertFor(rows, yield* storedOf(entry)), note: noted(entry) }
})

/** Records an action in the caller's transaction: the action and its entry are committed together, or neither. */
export const audit = Effect.fn("audit")(function* (entry: AuditEntry) {
  yield* yield* auditing(entry)
})
