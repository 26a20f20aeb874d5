@echo off
rem Starts Istaka with a window that shows its address. Closing the window stops Istaka.
chcp 65001 >nul
title Istaka
if not exist "%~dp0python\python.exe" (
    echo Önce zip dosyasını bir klasöre çıkarın, sonra o klasördeki Istaka dosyasına çift tıklayın.
    echo First extract the zip to a folder, then double-click Istaka in that folder.
    pause
    exit /b 1
)
"%~dp0python\python.exe" -m istaka %*
if errorlevel 1 pause
