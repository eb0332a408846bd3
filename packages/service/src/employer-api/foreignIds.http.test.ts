import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Tracer from "effect/Tracer"
import { request, TestHttp } from "../../test/TestHttp.ts"
import { anIntent } from "../../test/TestIntents.ts"
import { anEmployer, aSession } from "../../test/TestOnboarding.ts"

/** The statements executed since `statements` was last emptied. */
const statements: Array<string> = []

class NotedSpan extends Tracer.NativeSpan {
  override attribute(key: string, value: unknown) {
    if (key === "db.query.text") statements.push(String(value))
    super.attribute(key, value)
  }
}

const noted = Layer.succeed(Tracer.Tracer, Tracer.make({ span: (options) => new NotedSpan(options) }))

const NOBODYS = "01a1fb82-8f40-7000-8000-00000000ffff"

layer(TestHttp.layer.pipe(Layer.provideMerge(noted)), { excludeTestServices: true })(
  "what another product has",
  (it) => {
    it.effect("is refused by the same SQL statements as an unknown id, so that timing reveals nothing", () =>
      Effect.gen(function* () {
        const stranger = (yield* anEmployer()).productId
        const session = yield* aSession()
        const intent = yield* anIntent()
        const answerTo = Effect.fnUntraced(function* (path: string, product: string) {
          statements.length = 0
          const { body, status } = yield* request("GET", `/api/v1/${path}`, { product })
          return { status, code: body?.code, ran: [...statements] }
        })
        for (const { path, id, owner } of [
          { path: "employers", id: session.employerId, owner: session.productId },
          { path: "onboarding-session", id: session.id, owner: session.productId },
          { path: "onboarding-session-intent", id: intent.id, owner: intent.productId }
        ]) {
          const nobodys = yield* answerTo(`${path}/${NOBODYS}`, stranger)
          assert.strictEqual(nobodys.status, 404)
          assert.isNotEmpty(nobodys.ran)
          assert.deepStrictEqual(yield* answerTo(`${path}/${id}`, stranger), nobodys, path)
          assert.notDeepEqual(yield* answerTo(`${path}/${id}`, owner), nobodys, path)
        }
      })
    )
  }
)
