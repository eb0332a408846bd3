import type { ProductId } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { FundCallOperations } from "@embedded-super/service/funds"
import { aProduct, devSettings, TestVault } from "@embedded-super/service/testing/stand-ins"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { BusinessClock, Database, DatabaseUrl } from "@embedded-super/service/platform"
import { Services } from "@embedded-super/service/onboarding"
import type { RowContext } from "../Row.ts"
import { ledgerOf } from "./ledger.ts"
import { people, type Registrant, registrantsOf } from "./registrants.ts"
import { startFund } from "./simulatedFund.ts"
import type { Cell } from "../world/Cell.ts"

const servicesOn = ({ name, server }: Cell) =>
  Services.pipe(
    Layer.provideMerge(TestVault.layer),
    Layer.provideMerge(BusinessClock.layer),
    Layer.provideMerge(Database.layer),
    Layer.provideMerge(Layer.succeed(DatabaseUrl, server.url(name))),
    Layer.provideMerge(devSettings),
    Layer.provideMerge(NodeServices.layer)
  )

type Whole = Layer.Success<ReturnType<typeof servicesOn>>

/** Every service of the business on a cell's database, until the scope closes. */
export const wholeService = Effect.fnUntraced(function* (cell: Cell) {
  const services = yield* Layer.buildWithScope(servicesOn(cell), yield* Scope.Scope)
  return <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.provideContext(effect, services as Context.Context<Whole>)
})
export type WholeService = Effect.Success<ReturnType<typeof wholeService>>

/** As many as there are. */
const ALL = 1_000_000

/** A cell with funds at which people are registered, and its remains when the row is over. */
export const registrationScene = Effect.fnUntraced(function* (
  { seed, world }: RowContext,
  name: string,
  series: number,
  { limits = {}, webhooks = false }: { readonly limits?: object; readonly webhooks?: boolean } = {}
) {
  const receiver = yield* world.receiver(name, seed)
  const cell = yield* world.cell(world.server, receiver, name, 2)
  const run = yield* wholeService(cell)
  const printed: Array<() => string> = []
  const keys: Array<string> = []
  const tfns = new Set<string>()
  const folders: Array<{ readonly path: string; readonly except: ReadonlyArray<string> }> = []

  /** A fund of its own, and a way to have people registered there. */
  const withFund = Effect.fnUntraced(function* (idempotency: "honoured" | "ignored") {
    const fund = yield* startFund(world, `${name}-${idempotency}`, idempotency)
    keys.push(fund.key())
    folders.push({ path: fund.folder, except: ["api-key", "fingerprint.key"] })
    printed.push(fund.printed)
    const stored = yield* run(fund.load(limits))
    // A product for each fund; with webhooks, one that has an endpoint.
    const endpoint = webhooks ? cell.endpoints[folders.length - 1] : undefined
    const productId = endpoint === undefined ? yield* run(aProduct()) : (endpoint.productId as ProductId)
    const request = yield* run(registrantsOf(productId, stored))
    const registrants: Array<Registrant> = []
    const all = people(ALL_PEOPLE, series + (idempotency === "honoured" ? 0 : 1))
    return {
      fund,
      stored,
      registrants,
      /** The next so many people ask to be registered. */
      request: (count: number) =>
        Effect.map(run(request(all.slice(registrants.length, registrants.length + count))), (made) => {
          for (const { person } of made) tfns.add(person.tfn)
          registrants.push(...made)
        }),
      bothSides: Effect.gen(function* () {
        const stopped = yield* run(
          Effect.flatMap(FundCallOperations, (calls) =>
            Effect.orDie(calls.list({ fund: stored.slug, state: "stopped", limit: ALL }))
          )
        )
        return {
          fund,
          registrants,
          ledger: yield* run(ledgerOf(stored.id)),
          book: yield* fund.book,
          listed: new Set(stopped.map(({ subject_id }) => subject_id))
        }
      })
    }
  })

  /** The text to search later. Call it when everything that prints has ended. */
  const leave = Effect.sync(() =>
    world.leftovers.push({
      name,
      databases: [cell.name],
      folders,
      texts: printed.map((text, nth) => ({ name: `${name}, output ${nth + 1}`, text: text() })),
      secrets: [
        ...keys.map((value, nth) => ({ name: `the key of fund ${nth + 1}`, value })),
        ...cell.endpoints.map(({ secret }) => ({ name: "the signing secret", value: secret }))
      ],
      tfns
    })
  )
  return { cell, run, withFund, printed, keys, leave }
})

/** More than any row needs of one series. */
const ALL_PEOPLE = 20_000
