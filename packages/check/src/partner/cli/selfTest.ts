import * as Effect from "effect/Effect"
import { parse } from "yaml"
import { createServer } from "node:http"
import { servedHere } from "../../cli/servedHere.ts"
import { checkPartner } from "../checkPartner.ts"
import { decodeSettings, withSecrets } from "../settings/PartnerSettings.ts"
import { settingsText } from "../settings/settingsText.ts"
import { tinyPartner } from "../tiny/tinyPartner.ts"

const secretOf = (letter: string) => `whsec_${letter.repeat(43)}=`

/** Of use for a server of this process alone. */
const environment = {
  PARTNER_CHECK_KEY_1: "product_sandbox_selftest1",
  PARTNER_CHECK_SECRET_1: secretOf("A"),
  PARTNER_CHECK_KEY_2: "product_sandbox_selftest2",
  PARTNER_CHECK_SECRET_2: secretOf("E")
}

const ids = ["bffc9067-28ee-4381-a0f2-92fae25d9f83", "01a0f4c2-c400-7000-8000-000000000002"] as const

export const checked = (isWrong: boolean) =>
  Effect.scoped(
    Effect.gen(function* () {
      let serviceUrl = ""
      const products = [
        { id: ids[0], key: environment.PARTNER_CHECK_KEY_1, secret: environment.PARTNER_CHECK_SECRET_1 },
        { id: ids[1], key: environment.PARTNER_CHECK_KEY_2, secret: environment.PARTNER_CHECK_SECRET_2 }
      ]
      const port = yield* servedHere(
        createServer(tinyPartner({ products, isWrong, serviceUrl: () => serviceUrl }))
      )
      const text = settingsText({
        receiverUrl: `http://127.0.0.1:${port}/webhooks`,
        serviceUrl: "http://127.0.0.1:0"
      })
      const settings = yield* withSecrets(yield* decodeSettings("the self-test", parse(text)), environment)
      return yield* checkPartner({
        settings,
        mode: "dev",
        seed: 1,
        onListening: (url) =>
          Effect.sync(() => {
            serviceUrl = url
          })
      })
    })
  )

/** The groups that must find the wrong one's mistakes. */
export const groups = ["SIGNATURE", "ROTATION", "DUPLICATE"]
