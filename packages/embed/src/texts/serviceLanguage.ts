/**
 * The legal texts of the service, and what funds write, are in English, whatever the page's language is: a screen reader has
 * to know.
 */
export const serviceLanguage = { lang: "en-AU" } as const
