import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { KEY } from "../../../test/funds/TestFundCalls.ts"
import { type FundAnswer, fundServer, MEMBER } from "../../../test/funds/fundServer.ts"
import { aRegistration, registrationOf, startWorker } from "../../../test/funds/TestRegistering.ts"
import { call, newestEntry, sendAgain, TestService } from "../../../test/workbench/TestService.ts"
import { Settings } from "../../platform/config/Settings.ts"
import { FundCredentials } from "../../funds/FundCredentials.ts"

/** A registration that the worker has made once, at a fund with these answers. */
const called = Effect.fnUntraced(function* (
  answer: (nth: number) => FundAnswer,
  change: { readonly idempotency?: "honoured" | "ignored" } = {}
) {
  const server = yield* fundServer((_, nth) => answer(nth))
  const { fund, session } = yield* aRegistration(server.url, change)
  const worker = yield* startWorker()
  yield* worker.untilIdle
  const entry = yield* newestEntry("fund_called")
  return { server, fund, session, entry, worker }
})

const detailOf = (seq: number) =>
  Effect.map(call("GET", `/_workbench/entries/${seq}`), ({ body }) => body.data)

const ok: FundAnswer = { status: 201, body: MEMBER }

layer(TestService.layer, { excludeTestServices: true })("a call to a fund", (it) => {
  it.effect("that is done goes again with its own Idempotency-Key, if the fund recognises repeats", () =>
    Effect.gen(function* () {
      const { entry, server, session } = yield* called(
        (nth) => (nth === 1 ? ok : { status: 200, body: MEMBER }),
        { idempotency: "honoured" }
      )
      const sent = yield* sendAgain(entry.seq)
      assert.strictEqual(sent.status, 200, sent.text)
      const { before, differences, entry_seq, notes, now } = sent.body.data
      assert.deepStrictEqual([before.status, now.status], [201, 200])
      assert.deepInclude(differences, { place: "status", before: "201", now: "200" })
      assert.match(notes.join(" "), /trial.*same Idempotency-Key/)
      const [first, second] = server.calls
      assert.strictEqual(second?.text, first?.text)
      assert.strictEqual(second?.headers["idempotency-key"], first?.headers["idempotency-key"])
      assert.notStrictEqual(second?.headers["x-request-id"], first?.headers["x-request-id"])
      assert.deepInclude(yield* registrationOf(session), { state: "done", attempts: 1 })
      const { entry: noted } = yield* detailOf(entry_seq)
      assert.deepInclude(noted, { kind: "sent_again", parent_id: entry.span_id })
      assert.match(noted.summary, /sent member_registration to Fund \d+ again/)
    })
  )

  it.effect(
    "that is done isn't sent again as it was to a fund that doesn't recognise repeats; edited it has a new key",
    () =>
      Effect.gen(function* () {
        const { entry, server } = yield* called(() => ok, { idempotency: "ignored" })
        const { again, request } = yield* detailOf(entry.seq)
        assert.deepInclude(again, { can_send: true, can_edit: true })
        assert.match(again.because, /^Only edited.*could register the member twice/)
        const refused = yield* sendAgain(entry.seq)
        assert.deepInclude(refused.body, { status: 409, code: "not_sendable" })
        assert.lengthOf(server.calls, 1)

        const shown = JSON.parse(request.body)
        const sent = yield* sendAgain(entry.seq, JSON.stringify({ ...shown, first_name: "Ada" }))
        assert.strictEqual(sent.body.data.now.status, 201, sent.text)
        const [first, second] = server.calls
        assert.deepStrictEqual<object>(second?.body ?? {}, { ...first?.body, first_name: "Ada" })
        assert.notStrictEqual(second?.headers["idempotency-key"], first?.headers["idempotency-key"])
        assert.match(sent.body.data.notes.join(" "), /new Idempotency-Key/)
        const noted = yield* detailOf(sent.body.data.entry_seq)
        assert.deepInclude(noted.entry, { kind: "sent_again", method: "POST", status: 201 })
        assert.strictEqual(JSON.parse(noted.request.body).first_name, "A•••")
      })
  )

  it.effect("that stopped is continued in the ledger, and its outcome counts", () =>
    Effect.gen(function* () {
      const { entry, server, session } = yield* called((nth) => (nth === 1 ? 400 : ok))
      assert.deepInclude(yield* registrationOf(session), { state: "stopped", attempts: 1 })
      const sent = yield* sendAgain(entry.seq)
      assert.deepStrictEqual([sent.body.data.before.status, sent.body.data.now.status], [400, 201], sent.text)
      assert.match(sent.body.data.notes[0], /continues the call/)
      assert.lengthOf(server.calls, 2)
      assert.deepInclude(yield* registrationOf(session), { state: "done", attempts: 2 })
    })
  )

  it.effect("whose answer was lost isn't sent again to a fund that doesn't recognise repeats", () =>
    Effect.gen(function* () {
      const { entry, server } = yield* called(() => "reset", { idempotency: "ignored" })
      const refused = yield* sendAgain(entry.seq)
      assert.deepInclude(refused.body, { status: 409, code: "not_sendable" })
      assert.match(refused.body.detail, /may have carried it out/)
      assert.lengthOf(server.calls, 1)
    })
  )

  it.effect("shows nothing personal of the member, in no entry, story or answer, and not on the disk", () =>
    Effect.gen(function* () {
      const { entry, fund, server, session } = yield* called(() => ok, { idempotency: "honoured" })
      const texts = [(yield* sendAgain(entry.seq)).text]
      for (const id of [session.id, fund.slug])
        texts.push((yield* call("GET", `/_workbench/things/${id}`)).text)
      const list = yield* call("GET", "/_workbench/entries?limit=100")
      texts.push(list.text)
      for (const { seq } of list.body.data)
        texts.push((yield* call("GET", `/_workbench/entries/${seq}`)).text)
      const { dataDir } = yield* Settings
      for (const name of readdirSync(dataDir).filter((name) => name.startsWith("workbench.")))
        texts.push(readFileSync(join(dataDir, name), "latin1"))
      const personal = Object.entries(server.calls[0]?.body ?? {})
        .filter(([name]) => !["contribution_frequency", "gender", "state", "postcode"].includes(name))
        .map(([, value]) => String(value))
      assert.isAbove(personal.length, 5)
      const shown = texts.join("\n")
      assert.include(shown, "member_registration")
      for (const value of [...personal, MEMBER.member_details.member_number, KEY])
        assert.notInclude(shown, value)
    })
  )

  it.effect("isn't sent while the fund refuses the credentials, and says what to do", () =>
    Effect.gen(function* () {
      const { entry, fund, server } = yield* called(() => ok, { idempotency: "honoured" })
      const current = yield* (yield* FundCredentials).current(fund.id)
      yield* (yield* FundCredentials).refused(fund.id, current._tag === "Some" ? current.value.version : 0)
      const refused = yield* sendAgain(entry.seq)
      assert.deepInclude(refused.body, { status: 409, code: "not_sendable" })
      assert.match(refused.body.detail, /Give it new ones/)
      assert.lengthOf(server.calls, 1)
    })
  )
})
