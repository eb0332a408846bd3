/** The settings with which a partner checks a product's receiver: a second product only if the partner has one. */
import type * as S from "@embedded-super/contracts/schemas"
import { assert, describe, it } from "vitest"
import { receiverCheck } from "./receiverCheck.ts"

const [product_id, other] = [
  "01a2011d-57bb-7079-96d5-d906b129e2ed",
  "01a2011d-57bb-7079-96d5-d906b129e2ee"
] as const

const prepared = (other_id: string | null) =>
  receiverCheck(
    {
      product_id: product_id as S.ProductId,
      name: "Wattle Payroll",
      url: "https://payroll.example.com/webhooks?key=secret",
      other_id: other_id as S.ProductId | null
    },
    ({ productIds, receiverUrl }) => `${receiverUrl} ${productIds.join(" ")}`
  )

describe("the check of a product's receiver", () => {
  it("names both products of a partner that has two", () => {
    const { commands, settings } = prepared(other)
    assert.strictEqual(settings, `https://payroll.example.com/webhooks ${product_id} ${other}`)
    assert.lengthOf(commands, 3)
  })

  it("names no product that the partner doesn't have", () => {
    const { commands, settings } = prepared(null)
    assert.strictEqual(settings, `https://payroll.example.com/webhooks ${product_id}`)
    assert.deepStrictEqual(
      commands.filter((command) => command.includes("KEY_2")),
      []
    )
  })
})
