import { assert, it, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as NetAddress from "effect/net/NetAddress"
import { canaries, zephyrine } from "@embedded-super/program/testing/zephyrine"
import { aCaller } from "../../../test/TestPartnerHttp.ts"
import { call, newestEntry, sendAgain, TestService } from "../../../test/workbench/TestService.ts"
import { ownAddress } from "./serviceCalls.ts"

const person = zephyrine()

/** An employer whose contact is the canary person. */
const employer = (remote_id: string) => ({
  abn: "51824753556",
  name: "Wattle Pty Ltd",
  remote_id,
  contact: {
    name: `${person.identity.given_name} ${person.identity.family_name}`,
    email: person.contact.email,
    phone_number: person.contact.phone_number
  }
})

const detailOf = (seq: number) => call("GET", `/_workbench/entries/${seq}`)

const assertNothingPersonal = (text: string) => {
  for (const value of [...Object.values(canaries).flat(), person.contact.email])
    assert.notInclude(text, value)
}

it.each([
  ["127.0.0.1", "http://127.0.0.1:4000"],
  ["0.0.0.0", "http://127.0.0.1:4000"],
  ["::", "http://127.0.0.1:4000"],
  ["::1", "http://[::1]:4000"],
  ["192.168.1.20", "http://192.168.1.20:4000"]
])("a service that listens on %s is called at %s, never at another program's address", (ip, expected) => {
  assert.strictEqual(ownAddress(NetAddress.inetAddressFromIpStringUnsafe(ip, 4000)), expected)
})

layer(TestService.layer, { excludeTestServices: true })("a call to the service", (it) => {
  it.effect("is sent again with the caller's own key and a new Idempotency-Key, and compared", () =>
    Effect.gen(function* () {
      const { productKey } = yield* aCaller
      const headers = { "x-api-key": productKey, "idempotency-key": "01a1fb67-1800-7000-8000-0000000000d1" }
      yield* call("POST", "/api/v1/employers", { headers, body: employer("again-1") })
      const entry = yield* newestEntry("call_received")
      assert.strictEqual(entry.detail.operation, "createEmployer")

      const sent = yield* sendAgain(entry.seq)
      assert.strictEqual(sent.status, 200, sent.text)
      const { before, differences, edits, entry_seq, notes, now } = sent.body.data
      assert.strictEqual(edits, undefined)
      assert.deepStrictEqual([before.status, now.status], [201, 409])
      assert.deepInclude(differences, { place: "status", before: "201", now: "409" })
      assert.include(now.message.body, '"code": "remote_id_taken"')
      assert.match(notes.join(" "), /new Idempotency-Key.*own credentials/)

      const noted = (yield* detailOf(entry_seq)).body.data
      assert.deepInclude(noted.entry, { kind: "sent_again", parent_id: entry.span_id, outcome: "refused" })
      assert.match(
        noted.entry.summary,
        /sent createEmployer to Embedded Super again.*409; before it was 201\.$/
      )
      assert.strictEqual(noted.followed_by[0]?.kind, "call_received")
    })
  )

  it.effect(
    "is sent edited, with the originals of the values that stay masked; nothing personal is answered",
    () =>
      Effect.gen(function* () {
        const { productKey } = yield* aCaller
        const headers = { "x-api-key": productKey }
        yield* call("POST", "/api/v1/employers", { headers, body: employer("again-2") })
        const { seq } = yield* newestEntry("call_received")
        const detail = yield* detailOf(seq)
        assert.deepStrictEqual(detail.body.data.again, { can_send: true, can_edit: true, because: null })
        const shown = JSON.parse(detail.body.data.request.body)
        assert.strictEqual(shown.contact.name, "Z•••")

        const sent = yield* sendAgain(
          seq,
          JSON.stringify({ ...shown, remote_id: "again-3", name: "Gum Pty Ltd" })
        )
        assert.strictEqual(sent.body.data.now.status, 201, sent.text)
        assert.deepStrictEqual(sent.body.data.edits, [
          { place: "#/name", before: "W•••", now: "G•••" },
          { place: "#/remote_id", before: "again-2", now: "again-3" }
        ])
        const { body } = yield* call("GET", "/api/v1/employers?remote_id=again-3", { headers })
        assert.strictEqual(body.data[0].contact.email, person.contact.email)
        assert.strictEqual(body.data[0].name, "Gum Pty Ltd")
        assertNothingPersonal(sent.text + detail.text)
        assert.notInclude(sent.text + detail.text, productKey)
      })
  )

  it.effect("is sent again with its query", () =>
    Effect.gen(function* () {
      const { productKey } = yield* aCaller
      const headers = { "x-api-key": productKey }
      yield* call("POST", "/api/v1/employers", { headers, body: employer("again-4") })
      yield* call("GET", "/api/v1/employers?remote_id=nobody&limit=5", { headers })
      const entry = yield* newestEntry("call_received")
      assert.strictEqual(entry.path, "/api/v1/employers")
      const { curl } = (yield* detailOf(entry.seq)).body.data
      assert.include(curl, `/api/v1/employers?remote_id=nobody&limit=5'`)
      const sent = yield* sendAgain(entry.seq)
      assert.deepStrictEqual(sent.body.data.differences, [], sent.text)
      assert.include(sent.body.data.now.message.body, '"data": []')
    })
  )

  it.effect(
    "isn't sent again if its answer has a secret, if it has no body to edit, or if there is no such entry",
    () =>
      Effect.gen(function* () {
        const { partnerKey, productId, productKey } = yield* aCaller
        yield* call("POST", `/api/v1/products/${productId}/keys`, {
          headers: { "x-api-key": partnerKey },
          body: {}
        })
        const key = yield* newestEntry("call_received")
        const secret = yield* sendAgain(key.seq)
        assert.deepInclude(secret.body, { status: 409, code: "not_sendable" })
        assert.match(secret.body.detail, /secret that is shown once/)

        yield* call("GET", "/api/v1/employers", { headers: { "x-api-key": productKey } })
        const list = yield* newestEntry("call_received")
        assert.match((yield* sendAgain(list.seq, "{}")).body.detail, /no body to edit/)
        assert.strictEqual((yield* sendAgain(999_999)).status, 404)
        const other = yield* newestEntry("sent_again")
        assert.match((yield* sendAgain(other.seq)).body.detail, /no call that can be sent again/)
      })
  )
})
