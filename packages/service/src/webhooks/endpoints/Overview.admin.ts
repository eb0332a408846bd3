/**
 * The operator's commands on webhooks over all partners: addresses, what is due, what was given up and its replay. Of an
 * address only the host is printed, because its path may hold a token.
 */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { isUuid } from "../../platform/ids/newId.ts"
import { answer, answerList, counted } from "../../platform/OperatorAnswer.ts"
import { OperatorError } from "../../platform/OperatorError.ts"
import { timeOrDayFlag } from "../../platform/time/timeFlags.ts"
import { toTimestamp } from "../../platform/time/timestamp.ts"
import { operatorReplays } from "../log/OperatorReplays.ts"
import {
  type DeadDelivery,
  type DueDelivery,
  endpointsOverviewRepo,
  type OverviewRow
} from "./EndpointsOverviewRepo.ts"

const limit = Flag.Int("limit").pipe(
  Flag.withDescription("How many"),
  Flag.withSchema(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000 }))),
  Flag.withDefault(50)
)

const product = Flag.String("product").pipe(
  Flag.filterMap(
    (text) => (isUuid(text) ? Option.some(text) : Option.none()),
    () => "Expected the id of a product, as `admin product list` shows it"
  ),
  Flag.withDescription("The id of a partner's product"),
  Flag.optional
)

/** All that is shown of an address: its path may hold a token. */
export const hostOf = (url: string): string => URL.parse(url)?.host ?? "an address that can't be read"

type Address = Omit<OverviewRow, "url"> & { readonly host: string }

const since = (what: string, at: Date | null): ReadonlyArray<string> =>
  at === null ? [] : [`${what} ${toTimestamp(at)}`]

const addressLine = (row: Address): string =>
  [
    row.product_id,
    `${row.partner}/${row.product}`,
    row.host,
    row.status,
    ...since(`${row.paused_because}, since`, row.paused_at),
    ...since("failing since", row.failing_since),
    ...since("next try", row.next_probe_at),
    `${row.waiting} waiting`,
    ...since("oldest due", row.oldest_due_at),
    `${row.dead} dead`
  ].join("  ")

export const listAddresses = Command.make(
  "list",
  {
    status: Flag.Literals("status", ["paused", "backing_off", "active", "off"]).pipe(
      Flag.withDescription("Only addresses in this state"),
      Flag.optional
    ),
    limit
  },
  Effect.fnUntraced(function* ({ limit, status }) {
    const rows = yield* (yield* endpointsOverviewRepo).list(Option.getOrUndefined(status), limit)
    yield* answerList(
      rows.map(({ url, ...row }): Address => ({ ...row, host: hostOf(url) })),
      addressLine,
      Option.isNone(status) ? "No product has a webhook address." : `No webhook address is ${status.value}.`
    )
  })
).pipe(
  Command.withDescription(
    "Show the webhook addresses of all partners: which are paused or back off, since when, and what waits for them"
  )
)

const dueLine = (row: DueDelivery): string =>
  [
    `due ${toTimestamp(row.due_at)}`,
    row.id,
    row.event,
    row.entity_id,
    `product ${row.product_id} of ${row.partner}`,
    counted(row.attempts, "attempt"),
    `address ${row.status}`
  ].join("  ")

export const due = Command.make(
  "due",
  { limit },
  Effect.fnUntraced(function* ({ limit }) {
    yield* answerList(yield* (yield* endpointsOverviewRepo).oldestDue(limit), dueLine, "No webhook is due.")
  })
).pipe(
  Command.withDescription(
    "Show the webhooks that have been due for longest, over all partners, and why they wait"
  )
)

const deadLine = (row: DeadDelivery): string =>
  [
    row.id,
    row.event,
    row.entity_id,
    `product ${row.product_id} of ${row.partner}`,
    `generated ${toTimestamp(row.inserted_at)}`,
    counted(row.attempts, "attempt"),
    ...since("last", row.last_attempt_at)
  ].join("  ")

export const dead = Command.make(
  "dead",
  { product, limit },
  Effect.fnUntraced(function* ({ limit, product }) {
    const rows = yield* (yield* endpointsOverviewRepo).dead(Option.getOrUndefined(product), limit)
    yield* answerList(rows, deadLine, "No webhook was given up in the last 30 days.")
  })
).pipe(
  Command.withDescription(
    "Show the webhooks that were given up, newest first, over all partners or of one product"
  )
)

const unclear = new OperatorError({
  problem: "It isn't clear which webhooks to send again.",
  remedy: "Give the ids of deliveries, or --product for all that its address has missed."
})

export const replay = Command.make(
  "replay",
  {
    ids: Argument.String("id").pipe(
      Argument.withDescription("The ids of deliveries, as `admin webhook dead` shows them"),
      Argument.variadic()
    ),
    product,
    from: timeOrDayFlag("from").pipe(
      Flag.withDescription("With --product: only webhooks that were generated at this time or later"),
      Flag.optional
    )
  },
  Effect.fnUntraced(function* ({ from, ids, product }) {
    const replays = yield* operatorReplays
    if (Option.isSome(product) === ids.length > 0) return yield* unclear
    if (Option.isSome(product)) {
      const sent = yield* replays.dead(product.value, Option.getOrUndefined(from))
      return yield* answer(
        { deliveriesCount: sent.deliveries_count, nextFrom: sent.next_from },
        ({ deliveriesCount, nextFrom }) => [
          `${counted(deliveriesCount, "webhook")} of product ${product.value} ${deliveriesCount === 1 ? "is" : "are"} sent again`,
          ...(nextFrom === null ? [] : [`more wait: repeat with --from ${nextFrom}`])
        ]
      )
    }
    for (const id of ids) yield* replays.one(id)
    yield* answer({ deliveriesCount: ids.length, nextFrom: null }, ({ deliveriesCount }) =>
      deliveriesCount === 1 ? "1 webhook is sent again" : `${deliveriesCount} webhooks are sent again`
    )
  })
).pipe(
  Command.withDescription(
    "Send webhooks again, by their ids, or all that a product's address has missed; they count against the partner's limit"
  )
)
