import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { startMockedService } from "./mockedService.ts"
import { runPartner } from "./partnerProgram.ts"
import { payrollAt } from "./Payroll.ts"

const runPayroll = Effect.fnUntraced(function* (folder: string) {
  const { ready, started } = yield* runPartner(folder)
  const kill = Effect.gen(function* () {
    started.child.kill("SIGKILL")
    yield* started.ended
  })
  return { ...payrollAt(ready.url), kill }
})

const aService = Effect.acquireRelease(
  Effect.promise(() => startMockedService()),
  ({ stop }) => Effect.promise(stop)
)

layer(NodeServices.layer, { excludeTestServices: true })("the payroll application as a program", (it) => {
  it.effect(
    "has its employers, people, settings and behaviour after a kill -9, and converts what was due",
    Effect.fnUntraced(function* () {
      const fs = yield* FileSystem.FileSystem
      const folder = yield* fs.makeTempDirectoryScoped()
      const service = yield* aService
      const first = yield* runPayroll(folder)
      const employer = yield* Effect.promise(async () => {
        await first.connect(service)
        const { location } = await first.form("/employers", { name: "Kestrel", abn: "80000000001" })
        const id = location.slice("/employers/".length)
        service.chooseDefaultFund(id)
        await service.deliverTo(first.url)
        await first.shows(location, "Add a person")
        const email = "sam@example.com"
        await first.form(`/people/new?employer=${id}`, { family_name: "Taylor", email })
        // The service refuses to convert, so the intent is due when the program is killed.
        service.failAt(/\/onboarding-session-intent\/[^/]+\/onboarding-session$/)
        const intent = await service.call("POST", `sandbox/employers/${id}/onboarding-session-intents`, {})
        await service.call("POST", `sandbox/onboarding-session-intents/${intent.id}/complete`)
        await service.deliverTo(first.url)
        await first.shows("/people", "Waiting for you")
        await first.api("PUT", "receiver", { answer_status: 503, times: 3 })
        return location
      })
      const before = yield* Effect.promise(first.people)
      assert.lengthOf(before, 1)
      yield* first.kill
      service.failAt(undefined)

      const second = yield* runPayroll(folder)
      yield* Effect.promise(async () => {
        assert.include(await second.page(employer), "Add a person")
        assert.include(await second.page("/inbox"), "answers 503 to the next 3 webhooks")
        const people = await second.people()
        assert.deepInclude(people.at(-1), before[0])
        await second.shows("/people", /Invited[^]*Invited/)
        assert.lengthOf(await second.people(), 2)
        assert.notInclude(await second.page("/people"), "Waiting for you")
        const reset = await second.api("POST", "reset")
        assert.strictEqual(reset.status, 204)
        assert.deepStrictEqual(await second.people(), [])
        assert.include(await second.page("/"), "Connect it in Settings")
      })
    })
  )
})
