/**
 * The loader that a partner's page uses: `new Embed({ element, url, title })` mounts one embed in a frame, gives it the
 * height of its content, and passes on its messages.
 *
 * Why `url` is a function that asks the partner's server: a URL opens one frame and ends after half an hour. When the frame asks
 * for a new one, the loader gets it the same way, and the person continues where they were.
 *
 * The trap: a message counts only if it comes from this frame's window, from its origin, and has exactly the shape that
 * the contract gives its kind. Messages are for the screen; data comes by webhook.
 */
export { Embed } from "./Embed.ts"
export type { ColorScheme } from "./colorScheme.ts"
export type { EmbedEvents, EmbedOptions, LoadError } from "./Embed.ts"
export type { EmbedMessage, EmbedMessageData } from "@embedded-super/contracts/types/embed-messages"
