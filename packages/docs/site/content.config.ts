import { docsSchema } from "@astrojs/starlight/schema"
import { defineCollection } from "astro:content"
import { glob } from "astro/loaders"

/** All pages, guides and catalogues, as `build.ts` has written them. */
export const collections = {
  docs: defineCollection({ loader: glob({ base: "./.pages", pattern: "**/*.md" }), schema: docsSchema() })
}
