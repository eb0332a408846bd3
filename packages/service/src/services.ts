import * as Layer from "effect/Layer"

/** Every service of the business, over `Platform`. */
export const Services = Layer.empty
