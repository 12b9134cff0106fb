"""What is measured, for Prometheus. Several processes measure together (`PROMETHEUS_MULTIPROC_DIR`)."""

from __future__ import annotations

import os
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # set before anything is measured, by whoever starts the processes
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
MEDIA_TYPE = CONTENT_TYPE_LATEST

REGISTRY = CollectorRegistry()
REQUESTS = Counter(
    "bonduc_requests", "Requests by method, route and status", ["method", "route", "status"], registry=REGISTRY
)
LATENCY = Histogram(
    "bonduc_request_seconds", "Time to the end of an answer", ["route"], buckets=SECONDS, registry=REGISTRY
)
REFUSALS = Counter("bonduc_refusals", "Requests that were refused, by status", ["status"], registry=REGISTRY)
EVENTS = Counter("bonduc_events", "Events of live games that were stored", ["kind"], registry=REGISTRY)


def _gauge(name: str, about: str, labels: tuple[str, ...] = ()) -> Gauge:
    return Gauge(name, about, labels, registry=REGISTRY, multiprocess_mode="livesum")


SOCKETS = _gauge("bonduc_sockets", "Open WebSockets")
CONNECTIONS = _gauge("bonduc_connections", "Open connections to the port")
GAMES = _gauge("bonduc_games_kept", "Live games in memory")
WATCHED = _gauge("bonduc_games_watched", "Live games that somebody is connected to")
ENGINE_QUEUE = _gauge("bonduc_engine_queue", "Jobs that wait for an engine")
ENGINES_BUSY = _gauge("bonduc_engines_busy", "Engine processes at work")
ENGINES = _gauge("bonduc_engines", "Engine processes")
EXPORTS = _gauge("bonduc_exports", "Exports that are running")
PROCESSES = _gauge("bonduc_server_processes", "Server processes that serve")


def measured() -> bytes:
    """Everything that was measured, by all processes, in Prometheus' text format."""
    if FOLDER not in os.environ:
        return generate_latest(REGISTRY)
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


def use_folder(folder: Path) -> None:
    """Let the processes that are started from now on measure together in a folder."""
    os.environ[FOLDER] = str(folder)


def forget_process(pid: int) -> None:
    """A process has ended: what it counted stays, what it was at is over."""
    if FOLDER in os.environ:
        mark_process_dead(pid)  # type: ignore[no-untyped-call]
