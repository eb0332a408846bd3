/** The answer of `openEmbed`, as the inline script passes it to the frame's script. */
export interface Opening {
  readonly status: number
  readonly retryAfter: string | null
  readonly body: unknown
}

declare global {
  interface Window {
    /** Opens the embed again, with the same URL and opener; absent if the address held no URL. */
    openEmbed?: () => Promise<Opening>
    /** The opening that the inline script began. */
    opening?: Promise<Opening>
  }
}
