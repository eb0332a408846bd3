import type { EmbedFundChoices, FundProductId, SandboxPreset, Slug } from "@embedded-super/contracts/schemas"
import * as Result from "effect/Result"
import type { JoinableFundProduct } from "../../funds/FundProduct.ts"

/** The presets whose employee joins a fund. */
const JOINING: ReadonlySet<SandboxPreset> = new Set(["join_new", "no_tfn", "registration_fails"])

/** What is wrong with naming a fund beside a preset that joins none; undefined if nothing is. */
export const misnamedFund = (fund: Slug | undefined, preset: SandboxPreset) =>
  fund === undefined || JOINING.has(preset)
    ? undefined
    : ({
        pointer: "#/fund",
        code: "not_allowed",
        detail: `The preset ${preset} joins no fund. Leave fund out, or use ${[...JOINING].join(", ")}.`
      } as const)

/**
 * The product that the played employee joins: of the named fund, or the first that is offered. Undefined if none is named
 * and none is offered. Fails with the reason, in a sentence for whoever asked.
 */
export const fundToJoin = (
  fund: Slug | undefined,
  offered: EmbedFundChoices["join"]["fund_products"],
  joinable: ReadonlyArray<JoinableFundProduct>
): Result.Result<FundProductId | undefined, string> => {
  if (fund === undefined) return Result.succeed(offered[0]?.id)
  const known = joinable.filter((each) => each.fund === fund).map(({ product }) => product.id)
  if (known.length === 0) return Result.fail(unreachable(fund))
  const found = offered.find(({ id }) => known.includes(id))
  return found === undefined ? Result.fail(wanting(fund)) : Result.succeed(found.id)
}

const unreachable = (fund: Slug) =>
  `The fund ${fund} can't be joined by this product's employees: it has no link to the product, no credentials, or no open product with member registration.`

const wanting = (fund: Slug) =>
  `The fund ${fund} can't be joined in this session: it requires a field that nobody supplied, or takes no tax file number exemption.`
