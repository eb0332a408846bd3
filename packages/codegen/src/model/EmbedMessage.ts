import type { Shape } from "../runtime/shapes.ts"

/** A message that an embed's frame posts to the page that holds it. */
export interface EmbedMessage {
  readonly kind: string
  /** The form of its data. */
  readonly data: Shape
}
