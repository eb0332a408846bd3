/** What a browser shows under /docs while there are no docs. */
export const notBuiltPage = `<!doctype html>
<html lang="en-AU">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta http-equiv="refresh" content="5" />
    <title>The docs aren't built yet</title>
    <style>
      body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1rem }
    </style>
  </head>
  <body>
    <h1>The docs aren't built yet</h1>
    <p><code>start</code> builds them in about half a minute and prints a line when they are ready. This page looks again
      every five seconds. A service that runs without <code>start</code> has no docs until
      <code>npx --yes pnpm@12.21.0 docs</code> has built them.</p>
    <p>The API is described at <a href="/openapi.json">/openapi.json</a> and <a href="/asyncapi.json">/asyncapi.json</a>.</p>
  </body>
</html>
`
