import { stemOf } from "./words.ts";

/** What runs where it fails. `generic` says nothing about it. */
export const technologies = {
  generic: { label: "", words: [] },
  linux: { label: "Linux", words: ["linux", "ubuntu", "debian", "rhel", "centos", "vm", "kernel"] },
  systemd: { label: "systemd", words: ["systemd", "systemctl", "journalctl", "unit", "daemon"] },
  docker: { label: "Docker", words: ["docker", "container", "podman", "compose", "dockerd"] },
  kubernetes: {
    label: "Kubernetes",
    words: [
      ...["kubernetes", "k8s", "pod", "kubectl", "kubelet", "helm", "deployment", "namespace", "daemonset"],
      ...[
        "replicaset",
        "statefulset",
        "eks",
        "gke",
        "aks",
        "openshift",
        "configmap",
        "crashloopbackoff",
        "oomkilled",
        "pvc",
      ],
    ],
  },
  postgresql: {
    label: "PostgreSQL",
    words: ["postgresql", "postgres", "psql", "pgbouncer", "pg", "autovacuum", "wal", "aurora"],
  },
  mysql: { label: "MySQL", words: ["mysql", "mariadb", "innodb", "percona", "binlog", "galera"] },
  redis: { label: "Redis", words: ["redis", "valkey", "elasticache", "memorydb"] },
  rabbitmq: { label: "RabbitMQ", words: ["rabbitmq", "rabbit", "amqp"] },
  kafka: { label: "Kafka", words: ["kafka", "msk", "redpanda", "topic", "partition"] },
  opensearch: { label: "OpenSearch", words: ["elasticsearch", "opensearch", "elastic", "shard", "kibana", "lucene"] },
  nginx: { label: "nginx", words: ["nginx", "openresty", "ingress"] },
  haproxy: { label: "HAProxy", words: ["haproxy"] },
  jvm: {
    label: "JVM",
    words: ["jvm", "java", "spring", "tomcat", "kotlin", "scala", "gc", "heap", "jetty", "wildfly"],
  },
} as const satisfies Record<string, { label: string; words: readonly string[] }>;

export type Technology = keyof typeof technologies;

/** Every technology that the words name, with how often. */
export function technologiesIn(words: readonly string[]): Map<Technology, number> {
  const found = new Map<Technology, number>();
  for (const word of words)
    for (const technology of byWord.get(word) ?? []) found.set(technology, (found.get(technology) ?? 0) + 1);
  return found;
}

function isTechnology(name: string): name is Technology {
  return Object.hasOwn(technologies, name);
}

const byWord = new Map<string, Technology[]>();
for (const name of Object.keys(technologies).filter(isTechnology))
  for (const word of technologies[name].words) {
    const stem = stemOf(word);
    byWord.set(stem, [...(byWord.get(stem) ?? []), name]);
  }
