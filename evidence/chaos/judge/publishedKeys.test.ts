import { generateSecret, signatures, signingKey } from "@embedded-super/rules/webhooks/signing"
import { generateKeyPairSync, type KeyObject } from "node:crypto"
import { expect, it } from "vitest"
import { type Arrived, unverifiedBy } from "./publishedKeys.ts"
import { START } from "./test/aRun.ts"

const aPair = () => {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519")
  const bytes = publicKey.export({ format: "der", type: "spki" }).subarray(-32)
  return { sign: privateKey, published: `whpk_${bytes.toString("base64")}` }
}

const signedBy = (place: number, keys: ReadonlyArray<KeyObject>): Arrived => {
  const message = { id: `msg_${place}`, timestamp: START / 1000, body: `{"nth":${place}}` }
  const signature = signatures(keys, message)
  return {
    is: "began",
    place,
    at: START,
    path: "/",
    ...message,
    timestamp: String(message.timestamp),
    signature
  }
}

it("finds each webhook that no published key verifies, whatever its secret says", async () => {
  const [old, fresh, stranger] = [aPair(), aPair(), aPair()]
  const secret = signingKey(generateSecret())
  const byOld = signedBy(1, [secret, old.sign])
  const byBoth = signedBy(2, [secret, fresh.sign, old.sign])
  const bySecret = signedBy(3, [secret])
  const byStranger = signedBy(4, [secret, stranger.sign])
  const changed = { ...signedBy(5, [secret, fresh.sign, old.sign]), body: "{}" }
  const all = [byOld, byBoth, bySecret, byStranger, changed]
  expect(await unverifiedBy([old.published, fresh.published], all)).toEqual([bySecret, byStranger, changed])
  expect(await unverifiedBy([fresh.published], all)).toEqual([byOld, bySecret, byStranger, changed])
})
