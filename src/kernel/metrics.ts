import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

/** The process's measurements in Prometheus form. The one place that knows the metrics library. */
export type Metrics = {
  /** Counts one answered request. */
  request(method: string, route: string, status: number, seconds: number): void
  /** Counts one finished chunk of a job. */
  chunk(kind: string, outcome: 'done' | 'retried' | 'failed', records: number, seconds: number): void
  /** A value that is read when the metrics are asked for. */
  gauge(name: string, help: string, read: () => number): void
  render(): Promise<string>
  contentType: string
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'octavo_' })
  const requests = new Histogram({
    name: 'octavo_http_request_seconds',
    help: 'Time to answer requests',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  const chunks = new Histogram({
    name: 'octavo_job_chunk_seconds',
    help: 'Time to work through chunks of jobs',
    labelNames: ['kind', 'outcome'],
    buckets: [0.01, 0.05, 0.2, 0.5, 1, 5, 30],
    registers: [registry],
  })
  const records = new Counter({
    name: 'octavo_job_records_total',
    help: 'Records that jobs have worked through',
    labelNames: ['kind'],
    registers: [registry],
  })
  return {
    request(method, route, status, seconds) {
      requests.observe({ method, route, status: String(status) }, seconds)
    },
    chunk(kind, outcome, count, seconds) {
      chunks.observe({ kind, outcome }, seconds)
      if (outcome === 'done') records.inc({ kind }, count)
    },
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers: [registry],
        collect() {
          this.set(read())
        },
      })
    },
    render: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
