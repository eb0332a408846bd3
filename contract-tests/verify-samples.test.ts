/** The guide "Verify webhooks": its test vector, and its sample for Node. The other languages are in `test:long`. */
import { Webhook } from "standardwebhooks"
import { expect, it } from "vitest"
import { verifiers } from "./src/guides/languages/verifiers.ts"
import { testSample, textOf } from "./src/guides/sampleTests.ts"

it("the vector of the guide is good", () => {
  const vector = JSON.parse(textOf("json"))
  const at = new Date(Number(vector["webhook-timestamp"]) * 1000)
  expect(new Webhook(vector.secret).sign(vector["webhook-id"], at, vector.body)).toBe(
    vector["webhook-signature"]
  )
})

for (const verifier of verifiers) if (verifier.language === "ts") testSample(verifier)
