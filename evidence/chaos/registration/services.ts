import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { BusinessClock, Database, DatabaseUrl } from "@embedded-super/service/platform"
import { Services } from "@embedded-super/service/onboarding"
import { devSettings, TestVault } from "@embedded-super/service/testing/stand-ins"
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
