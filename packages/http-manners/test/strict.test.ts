import { assert, it } from "@effect/vitest"
import * as HttpApi from "effect/http-api/HttpApi"
import { mannered, strict } from "../src/index.ts"

it("an API that isn't strict is refused at start, with what to do", () => {
  assert.throws(() => mannered(HttpApi.make("Lax")), /"Lax" isn't strict\. Serve strict\(api\)/)
  assert.doesNotThrow(() => mannered(strict(HttpApi.make("Strict"))))
})
