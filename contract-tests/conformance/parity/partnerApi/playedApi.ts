/** The partner API as `partner-check` plays it. */
import { makeExchanges } from "../../../../packages/check/src/exchange/Exchanges.ts"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { makePartnerUnderTest } from "../../../../packages/check/src/partner/makePartnerUnderTest.ts"
import type { Entity, Stage } from "../../../../packages/check/src/partner/PartnerUnderTest.ts"
import { settingsOf } from "../../../../packages/check/test/partner/simulatedPartner.ts"
import { type Api, COMPLETE_INTENTS } from "./Api.ts"

export const playedApi = Effect.gen(function* () {
  const settings = settingsOf("http://127.0.0.1:1")
  const { serviceUrl, worldOf } = yield* makePartnerUnderTest(settings, makeExchanges())
  const world = worldOf({ seed: 1 }, undefined)
  const made = new Map<string, Entity>()
  const a = (subject: Entity["subject"], stage: Stage = "started"): string => {
    const entity = world.entity(subject)
    world.advance(entity, stage)
    made.set(entity.id, entity)
    return entity.id
  }
  const [own, other] = settings.products
  const limited = world.entity("employer")
  world.refuseNext(limited, [429])
  const api: Api = {
    url: serviceUrl,
    key: Redacted.value(own.key),
    otherKey: Redacted.value(other.key),
    usedUpKey: Redacted.value(own.key),
    things: {
      limitedEmployer: limited.id,
      employer: a("employer"),
      employee: a("employee"),
      session: a("onboarding_session"),
      completedSession: a("onboarding_session", "finished"),
      startedIntent: a("onboarding_session_intent"),
      completeIntents: Array.from({ length: COMPLETE_INTENTS }, () =>
        a("onboarding_session_intent", "finished")
      ),
      openIssue: a("employer_issue"),
      otherOpenIssue: a("employer_issue"),
      resolvedIssue: a("employer_issue", "finished")
    },
    untilAtWork: (intent) =>
      Effect.asVoid(world.until(() => world.callbacks(made.get(intent)!).some(({ status }) => status === 0))),
    whileHeld: (intent, requests) =>
      Effect.acquireUseRelease(
        Effect.sync(() => world.hold(made.get(intent)!)),
        () => requests,
        ({ release }) => Effect.sync(release)
      )
  }
  return api
})
