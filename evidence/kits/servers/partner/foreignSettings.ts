/** The settings that `partner-check init` writes, for a foreign partner: with a second secret, which each of them accepts. */
import type { PartnerCheckDeclaration } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { parse } from "yaml"
import { type PartnerSettings, settingsText } from "@embedded-super/check/partner"
import { decodeSettings, withSecrets } from "@embedded-super/check/testing"

const secretOf = (letter: string): string => `whsec_${Buffer.from(letter.repeat(32)).toString("base64")}`

const environment = {
  PARTNER_CHECK_KEY_1: `product_sandbox_8fK2mQ4z_${"A".repeat(43)}_000000`,
  PARTNER_CHECK_SECRET_1: secretOf("?"),
  PARTNER_CHECK_NEXT_SECRET_1: secretOf(">"),
  PARTNER_CHECK_KEY_2: `product_sandbox_1dY7wE0b_${"A".repeat(43)}_000000`,
  PARTNER_CHECK_SECRET_2: secretOf("o")
}

interface Addresses {
  readonly receiverUrl: string
  readonly serviceUrl: string
}

export const foreignSettings = (
  addresses: Addresses,
  declared: Partial<PartnerCheckDeclaration>
): Promise<PartnerSettings> => {
  const written = parse(settingsText({ name: "A foreign partner", ...addresses })) as {
    readonly products: ReadonlyArray<object>
    readonly declared: PartnerCheckDeclaration
  }
  const [first, second] = written.products
  const given = {
    ...written,
    products: [{ ...first, next_secret_env: "PARTNER_CHECK_NEXT_SECRET_1" }, second],
    declared: { ...written.declared, ...declared }
  }
  return Effect.runPromise(
    Effect.flatMap(decodeSettings("partner-check.yaml", given), (settings) =>
      withSecrets(settings, environment)
    )
  )
}

/** The partner's own settings: the key and the secrets of each product, by its id. */
export const productsOf = (products: PartnerSettings["products"]): string =>
  JSON.stringify(
    Object.fromEntries(
      products.map(({ id, key, nextSecret, secret }) => [
        id,
        {
          key: Redacted.value(key),
          secrets: [secret, ...(nextSecret === undefined ? [] : [nextSecret])].map(Redacted.value)
        }
      ])
    )
  )
