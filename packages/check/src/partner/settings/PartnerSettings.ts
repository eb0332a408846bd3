import type { PartnerCheckSettings, ProductId } from "@embedded-super/contracts/schemas"
import type * as Redacted from "effect/Redacted"

/** A product with the values of its environment variables. */
export interface CheckedProduct {
  readonly id: ProductId
  readonly key: Redacted.Redacted
  readonly secret: Redacted.Redacted
  /** The second secret that the receiver accepts; undefined if the settings name none. */
  readonly nextSecret: Redacted.Redacted | undefined
}

/** The settings file, with what its environment variables hold. */
export interface PartnerSettings extends Omit<PartnerCheckSettings, "products"> {
  readonly products: readonly [CheckedProduct, CheckedProduct]
}
