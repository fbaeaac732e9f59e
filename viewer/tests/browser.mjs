// Starts the browser for tests and pictures.
import { chromium } from 'playwright-core';

const ARGUMENTS = [
  '--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', '--no-first-run',
];

export function launchBrowser() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', headless: true, args: ARGUMENTS });
}

/** Opens a page and waits until the first picture is drawn; errors of the page are collected. */
export async function openPage(browser, url, { width = 1280, height = 720 } = {}) {
  const page = await browser.newPage({ viewport: { width, height } });
  const errors = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => { if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text()); });
  await page.goto(url, { timeout: 60000, waitUntil: 'domcontentloaded' });
  await page.waitForFunction(() => window.sarrus?.ready, null, { timeout: 60000 });
  return { page, errors };
}
