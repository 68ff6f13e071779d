// Engines in workers: one that runs scripts and can be stopped, one that helps to write them.
//
// A worker is computing as long as it has not answered, and hears nothing meanwhile: to stop it is to end it and to begin
// another, of the module that is compiled already.

/** A worker that is begun anew when it was stopped or has crashed. */
export class Engine {
  #module;
  #files;
  #worker = null;
  #waiting = null;

  /** Of a compiled module; scripts may include these files. */
  constructor(module, files) {
    this.#module = module;
    this.#files = files;
  }

  #begin() {
    const worker = new Worker(WORKER);
    worker.onmessage = ({ data: { news, answer, crash } }) => {
      if (news) this.#waiting?.hear(news);
      else this.#end(crash ?? null, answer);
    };
    worker.onerror = event => this.#end(event.message || 'cannot start the worker');
    worker.postMessage({ module: this.#module, files: this.#files });
    this.#worker = worker;
  }

  #end(crash, answer) {
    const waiting = this.#waiting;
    this.#waiting = null;
    if (crash === null) {
      waiting?.resolve(answer);
      return;
    }
    this.#worker.terminate();
    this.#worker = null;
    waiting?.reject(new Error(crash));
  }

  get busy() {
    return this.#waiting !== null;
  }

  /** The answer to a question; `hear` gets what becomes known on the way. One question at a time. */
  ask(question, hear = () => {}) {
    if (this.busy) throw new Error('an engine answers one question at a time');
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject, hear };
      if (!this.#worker) this.#begin();
      this.#worker.postMessage({ question });
    });
  }

  /** Ends the question in progress, with this as the reason. */
  stop(why) {
    if (this.busy) this.#end(why);
  }
}

/** The module, compiled while it comes. */
export async function load() {
  const answer = await fetch(WASM);
  if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
  // Not every server says of the file what it is.
  return WebAssembly.compileStreaming(answer.clone()).catch(async () => WebAssembly.compile(await answer.arrayBuffer()));
}
