import { describe, expect, test } from 'vitest'
import { cleanHtml } from './clean-html.ts'
import type { SafeHtml } from './clean-html.ts'

const safe: SafeHtml = {
  elements: new Set(['p', 'strong', 'a', 'ul', 'li', 'br']),
  attributes: { any: ['class'], a: ['href', 'rel', 'target'] },
}

describe('cleanHtml', () => {
  const cases: [string, string, string][] = [
    [
      'safe markup stays',
      '<p class="x">a <strong>b</strong><br>c</p>',
      '<p class="x">a <strong>b</strong><br>c</p>',
    ],
    ['other elements go, their text stays', '<div>a<img src=x onerror=y()>b</div>', 'ab'],
    ['scripts and styles go whole', 'a<script>b</script>c<STYLE>d</STYLE >e<script>f', 'ace'],
    ['other attributes go', '<p onclick="x()" class=y style="z">a</p>', '<p class="y">a</p>'],
    ['comments and declarations go', '<!doctype html><!-- <p> -->a<?php b ?>c', 'ac'],
    [
      'bare characters are escaped',
      '1 < 2 & 3 > 2 &amp; &eacute; &nope',
      '1 &lt; 2 &amp; 3 &gt; 2 &amp; &eacute; &amp;nope',
    ],
    ['open elements are closed', '<p>a<strong>b', '<p>a<strong>b</strong></p>'],
    ['ends without start go', 'a</p></strong>b', 'ab'],
    [
      'paragraphs and entries end where the next begins',
      '<p>a<p>b<ul><li>c<li>d',
      '<p>a</p><p>b</p><ul><li>c</li><li>d</li></ul>',
    ],
    [
      'links keep their address',
      `<a href='https://x.org/?a=1&b="2' target=_blank>x</a>`,
      '<a href="https://x.org/?a=1&amp;b=&quot;2" target="_blank">x</a>',
    ],
    [
      'relative links stay',
      '<a href="/a:b?c">x</a><a href="#y">z</a>',
      '<a href="/a:b?c">x</a><a href="#y">z</a>',
    ],
    ['a tag without end is text', 'a <strong b', 'a &lt;strong b'],
    ['a bracket inside quotes ends no tag', '<p class="a>b">c</p>', '<p class="a&gt;b">c</p>'],
  ]
  test.each(cases)('%s', (_what, html, clean) => {
    expect(cleanHtml(html, safe)).toBe(clean)
  })

  test.each([
    'javascript:x()',
    ' JaVa\tscript:x()',
    '&#106;avascript:x()',
    'javascript&colon;x()',
    'data:text/html,x',
  ])('an address that is a program goes: %s', (address) => {
    expect(cleanHtml(`<a href="${address}">x</a>`, safe)).toBe('<a>x</a>')
  })

  test('cleaning twice changes nothing more', () => {
    const once = cleanHtml('<p>a & <b>c <a href="x?y=1&z=2">d', safe)
    expect(cleanHtml(once, safe)).toBe(once)
  })

  test('hundreds of thousands of open tags take seconds at most', () => {
    const start = Date.now()
    cleanHtml('<"a'.repeat(100_000), safe)
    cleanHtml('<p "'.repeat(100_001), safe)
    cleanHtml('<p a'.repeat(100_000), safe)
    cleanHtml(`<p "<p '`.repeat(50_000), safe)
    cleanHtml(`${'<p'.repeat(200_000)}"`, safe)
    expect(Date.now() - start).toBeLessThan(6000)
  })
})
