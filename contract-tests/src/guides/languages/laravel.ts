/**
 * An application on the Laravel 8 of Debian (`php-laravel-framework`), where Composer reaches no registry: what
 * `composer create-project laravel/laravel` would make, as far as a route of `web.php` meets it, the CSRF check included.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

const files: Readonly<Record<string, string>> = {
  "bootstrap/app.php": `<?php

use Illuminate\\Contracts;
use Illuminate\\Foundation;
use Illuminate\\Support\\Facades\\Route;

require_once 'Illuminate/autoload.php';

class HttpKernel extends Foundation\\Http\\Kernel
{
    protected $middleware = [
        Foundation\\Http\\Middleware\\ValidatePostSize::class,
        Foundation\\Http\\Middleware\\TrimStrings::class,
        Foundation\\Http\\Middleware\\ConvertEmptyStringsToNull::class,
    ];

    protected $middlewareGroups = ['web' => [
        Illuminate\\Cookie\\Middleware\\EncryptCookies::class,
        Illuminate\\Cookie\\Middleware\\AddQueuedCookiesToResponse::class,
        Illuminate\\Session\\Middleware\\StartSession::class,
        Foundation\\Http\\Middleware\\VerifyCsrfToken::class,
        Illuminate\\Routing\\Middleware\\SubstituteBindings::class,
    ]];
}

class ConsoleKernel extends Foundation\\Console\\Kernel
{
    protected $commands = [Foundation\\Console\\ServeCommand::class];
}

$app = new Foundation\\Application(dirname(__DIR__));
$app->singleton(Contracts\\Http\\Kernel::class, HttpKernel::class);
$app->singleton(Contracts\\Console\\Kernel::class, ConsoleKernel::class);
$app->singleton(Contracts\\Debug\\ExceptionHandler::class, Foundation\\Exceptions\\Handler::class);
$app->booted(fn () => Route::middleware('web')->group(base_path('routes/web.php')));

return $app;
`,
  "config/app.php": `<?php

return [
    'env' => 'local',
    'debug' => true,
    'key' => 'base64:' . base64_encode(str_repeat('k', 32)),
    'cipher' => 'AES-256-CBC',
    'timezone' => 'UTC',
    'locale' => 'en',
    'providers' => [
        Illuminate\\Cookie\\CookieServiceProvider::class,
        Illuminate\\Encryption\\EncryptionServiceProvider::class,
        Illuminate\\Filesystem\\FilesystemServiceProvider::class,
        Illuminate\\Foundation\\Providers\\FoundationServiceProvider::class,
        Illuminate\\Session\\SessionServiceProvider::class,
        Illuminate\\View\\ViewServiceProvider::class,
    ],
    'aliases' => [],
];
`,
  "config/logging.php": `<?php

return ['default' => 'errorlog', 'channels' => ['errorlog' => ['driver' => 'errorlog']]];
`,
  "config/session.php": `<?php

return [
    'driver' => 'array',
    'cookie' => 'session',
    'path' => '/',
    'domain' => null,
    'secure' => null,
    'http_only' => true,
    'expire_on_close' => false,
    'lottery' => [0, 1],
    'lifetime' => 1,
];
`,
  "config/view.php": `<?php

return ['paths' => [], 'compiled' => storage_path()];
`,
  "public/index.php": `<?php

$app = require __DIR__ . '/../bootstrap/app.php';
$kernel = $app->make(Illuminate\\Contracts\\Http\\Kernel::class);
$response = $kernel->handle($request = Illuminate\\Http\\Request::capture())->send();
$kernel->terminate($request, $response);
`,
  "server.php": `<?php

require __DIR__ . '/public/index.php';
`,
  artisan: `<?php

$app = require __DIR__ . '/bootstrap/app.php';
exit($app->make(Illuminate\\Contracts\\Console\\Kernel::class)->handle(
    new Symfony\\Component\\Console\\Input\\ArgvInput(),
    new Symfony\\Component\\Console\\Output\\ConsoleOutput()
));
`,
  "bootstrap/cache/.gitignore": "*\n",
  "storage/logs/.gitignore": "*\n",
  ".env": "APP_ENV=local\n"
}

export const installLaravel = (folder: string): void => {
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), content)
  }
}
