import { assert, it } from "@effect/vitest"
import * as HttpApi from "effect/http-api/HttpApi"
import { mannered, strict } from "../src/index.ts"

it("an API that decodes laxly is refused at start, with what to do", () => {
  assert.throws(() => mannered(HttpApi.make("Lax")), /"Lax" decodes laxly\. Serve strict\(api\)/)
  assert.doesNotThrow(() => mannered(strict(HttpApi.make("Strict"))))
})
