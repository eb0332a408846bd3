import { NotFound } from "@embedded-super/contracts/problems"

/** Also where the product is another partner's. */
export const noSuchProduct = new NotFound({
  code: "not_found",
  detail: "The partner has no product with this id."
})
