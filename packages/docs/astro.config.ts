import starlight from "@astrojs/starlight"
import { defineConfig } from "astro/config"
import process from "node:process"
import { searchRanking } from "./src/searchWeight.ts"
import { sidebar } from "./src/sidebar.ts"

/**
 * The published docs: static pages that load nothing from another host. `DOCS_BASE` is the path that they are served
 * under.
 */
const base = process.env["DOCS_BASE"] ?? "/docs"

export default defineConfig({
  srcDir: "./site",
  base,
  outDir: process.env["DOCS_OUT"] ?? "./dist",
  trailingSlash: "always",
  build: { format: "directory" },
  devToolbar: { enabled: false },
  integrations: [
    starlight({
      title: "Embedded Super",
      description: "Superannuation onboarding inside payroll and HR software.",
      defaultLocale: "root",
      locales: { root: { label: "English", lang: "en-AU" } },
      customCss: ["./.pages/look.css", "./site/style.css"],
      head: [{ tag: "script", attrs: { src: `${base}/docs.js`, type: "module" } }],
      disable404Route: false,
      credits: false,
      pagefind: { ranking: searchRanking },
      routeMiddleware: "./site/audience.ts",
      components: {
        MarkdownContent: "./site/components/MarkdownContent.astro",
        PageTitle: "./site/components/PageTitle.astro"
      },
      expressiveCode: { defaultProps: { wrap: true }, styleOverrides: { borderRadius: "0.4rem" } },
      sidebar: [...sidebar]
    })
  ]
})
