"""MkDocs' hook: the theme fetches a script from elsewhere so that its search works from a folder. Ours is in the page.

Browsers start no worker from a file. This one runs the worker's script in a hidden frame.
"""

import re

FETCHED = re.compile(r'<script src="https://[^"]*iframe-worker[^"]*"></script>')
OURS = """<script>
if (location.protocol === "file:") window.Worker = window.IFrameWorker = class extends EventTarget {
  constructor(address) {
    super()
    address = new URL(address, location).href
    this.frame = document.createElement("iframe")
    this.frame.hidden = true
    document.body.append(this.frame)
    const inside = this.frame.contentWindow
    const load = url => new Promise(done => {
      const script = inside.document.createElement("script")
      script.src = new URL(url, address).href
      script.onload = script.onerror = done
      inside.document.head.append(script)
    })
    inside.postMessage = data => {
      const told = new MessageEvent("message", { data })
      this.dispatchEvent(told)
      if (this.onmessage) this.onmessage(told)
    }
    inside.importScripts = (...urls) => urls.reduce((before, url) => before.then(() => load(url)), Promise.resolve())
    this.ready = load(address)
  }
  postMessage(data) {
    this.ready.then(() => {
      const inside = this.frame.contentWindow
      inside.dispatchEvent(new inside.MessageEvent("message", { data }))
    })
  }
  terminate() { this.frame.remove() }
}
</script>"""


def on_post_page(output: str, **_: object) -> str:
    return FETCHED.sub(OURS, output)


def on_post_template(output_content: str, **_: object) -> str:
    return FETCHED.sub(OURS, output_content)
